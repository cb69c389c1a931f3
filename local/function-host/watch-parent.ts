import { Worker } from 'node:worker_threads';

/** Milliseconds between two checks of the parent. */
const intervalMilliseconds = 500;

/**
 * Kills this process and its children once its parent has ended.
 *
 * The IPC channel closes at once, but a handler that blocks the event loop would not see that. So a thread checks too.
 * Kills the whole process group, which this process leads.
 */
export function endWithParent(parentPid: number): void {
  process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
  const source = `
    setInterval(() => {
      if (process.ppid !== ${parentPid}) process.kill(-${process.pid}, 'SIGKILL');
    }, ${intervalMilliseconds});`;
  new Worker(source, { eval: true }).unref();
}
