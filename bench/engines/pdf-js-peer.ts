import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PdfJsAnswer } from './pdf-js-thread.ts';

let thread: Worker | undefined;

const startThread = (): Worker => {
  const started = new Worker(new URL('./pdf-js-thread.ts', import.meta.url));
  started.unref();
  return started;
};

/**
 * Extracts the text of a PDF with the current PDF.js. Returns undefined if it is not installed.
 *
 * Runs in a thread: copies of PDF.js share state through `globalThis` and reject the worker of another version, and other
 * peers contain copies too.
 */
export const readPdfJsText = async (
  path: string,
): Promise<{ milliseconds: number; text: string } | undefined> => {
  thread ??= startThread();
  thread.ref();
  thread.postMessage(path);
  const [answer]: PdfJsAnswer[] = await once(thread, 'message');
  thread.unref();
  if (answer === undefined || answer === 'not_installed') return undefined;
  if ('error' in answer) throw new Error(answer.error);
  return answer;
};
