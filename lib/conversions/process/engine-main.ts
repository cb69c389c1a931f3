import { fileURLToPath } from 'node:url';
import { raiseWalls } from './walls/raise-walls.ts';

// The program of the engine process. The walls come first, so engines are only loaded behind them.
const walls = await raiseWalls(fileURLToPath(import.meta.url));
const { serveDocuments } = await import('./serve-documents.ts');
await serveDocuments(walls);
