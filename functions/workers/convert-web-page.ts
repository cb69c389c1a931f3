import { documentWorker } from '../../lib/worker/document-worker.ts';

/** Takes the jobs that need a browser, whose package stands beside it. */
export const handler = documentWorker('convert-web-page', new URL('./engine.mjs', import.meta.url));
