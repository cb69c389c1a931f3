import { documentWorker } from '../../lib/worker/document-worker.ts';

/** Processes the jobs of the standard queue. */
export const handler = await documentWorker('convert-document', new URL('./engine.mjs', import.meta.url));
