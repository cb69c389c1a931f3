import { Worker } from 'node:worker_threads';

/** Milliseconds between two looks at the parent. */
const intervalMilliseconds = 500;

/**
 * Ends this process and everything it started once its parent is gone.
 *
 * The closed channel tells it at once. A handler that never yields would not see that, so a thread looks as well.
 * The process leads its own process group, which is what gets killed.
 */
export function endWithParent(parentPid: number): void {
  process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
  const source = `
    setInterval(() => {
      if (process.ppid !== ${parentPid}) process.kill(-${process.pid}, 'SIGKILL');
    }, ${intervalMilliseconds});`;
  new Worker(source, { eval: true }).unref();
}
