import { documentWorker } from '../../lib/worker/document-worker.ts';

/** Takes the jobs that need LibreOffice, in a container image that has it. */
export const handler = documentWorker('convert-office-document', new URL('./engine.mjs', import.meta.url));
