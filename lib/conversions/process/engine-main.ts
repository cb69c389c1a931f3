import { fileURLToPath } from 'node:url';
import { raiseWalls } from './walls/raise-walls.ts';

// Entry point of the engine process. Engines are only loaded inside the sandbox.
const walls = await raiseWalls(fileURLToPath(import.meta.url));
const { serveDocuments } = await import('./serve-documents.ts');
await serveDocuments(walls);
