import { documentWorker } from '../../lib/worker/document-worker.ts';

/** Processes the jobs that need LibreOffice, whose WebAssembly build is in the bundle. */
export const handler = await documentWorker(
  'convert-office-document',
  new URL('./engine.mjs', import.meta.url),
);
