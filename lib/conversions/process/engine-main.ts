import { fileURLToPath } from 'node:url';
import { optimizeLate } from '../base/late-optimization.ts';
import { enterSandbox } from './sandbox/enter-sandbox.ts';

// Entry point of the engine process. Engines are only loaded inside the sandbox.
optimizeLate();
const sandbox = await enterSandbox(fileURLToPath(import.meta.url));
const { serveDocuments } = await import('./serve-documents.ts');
await serveDocuments(sandbox);
