import { documentWorker } from '../../lib/worker/document-worker.ts';

/** Processes the jobs that need LibreOffice, in a container image with LibreOffice. */
export const handler = documentWorker('convert-office-document', new URL('./engine.mjs', import.meta.url));
