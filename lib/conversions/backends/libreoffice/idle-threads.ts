import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { OfficeThreads } from './runtime.ts';

/** LibreOffice's threads end within some milliseconds after a document. */
const PATIENCE_MILLISECONDS = 2000;
const PAUSE_MILLISECONDS = 2;

/** Resolves when a worker answers, which it cannot while it runs WebAssembly. */
const answers = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    const onMessage = (message: { readonly isIdle?: boolean }): void => {
      if (message.isIdle !== true) return;
      worker.off('message', onMessage);
      resolve();
    };
    worker.on('message', onMessage);
    worker.postMessage({ isIdle: true });
  });

/** Resolves with whether no thread of LibreOffice runs. Waits for those that are about to end. */
export async function areThreadsIdle(threads: OfficeThreads): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  while (threads.runningWorkers.length > 0) {
    if (performance.now() > deadline) return false;
    await delay(PAUSE_MILLISECONDS);
  }
  // A document that took over LibreOffice could have its thread counted as ended.
  const answered = new AbortController();
  const areSilent = delay(PATIENCE_MILLISECONDS, false, { signal: answered.signal }).catch(() => false);
  const areIdle = Promise.all(threads.unusedWorkers.map(answers)).then(() => true);
  const isIdle = await Promise.race([areIdle, areSilent]);
  answered.abort();
  return isIdle;
}
