import { documentWorker } from '../../lib/worker/document-worker.ts';

/** Processes the jobs that need a browser, whose package is in the bundle. */
export const handler = await documentWorker('convert-web-page', new URL('./engine.mjs', import.meta.url));
