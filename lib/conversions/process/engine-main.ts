import { fileURLToPath } from 'node:url';
import { enterSandbox } from './sandbox/enter-sandbox.ts';

// Entry point of the engine process. Engines are only loaded inside the sandbox.
const sandbox = await enterSandbox(fileURLToPath(import.meta.url));
const { serveDocuments } = await import('./serve-documents.ts');
await serveDocuments(sandbox);
