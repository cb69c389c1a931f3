import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { StackDescription } from '../../local/description.ts';

/** A first start bundles every function; a slow machine takes a while for that. */
const startSeconds = 120;

/** What a stack gets to end by itself: its own grace for work that is under way, and some. */
const stopSeconds = 15;

/** A local stack in a process of its own. */
export type StackProcess = {
  readonly description: StackDescription;
  /** From the process's start until it said that it listens. */
  readonly startMilliseconds: number;
  /** Ends it as Ctrl-C does; kills it where that takes too long. */
  stop(): Promise<void>;
};

/**
 * Starts the local stack of a project's folder on a free port and waits until it listens.
 *
 * @throws Error with what it wrote where it does not start, or the signal's reason; then nothing of it is left
 */
export const startStackProcess = async (
  projectDirectory: string,
  dataDirectory: string,
  signal: AbortSignal,
): Promise<StackProcess> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join('local', 'start.ts')], {
    cwd: projectDirectory,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DOCFORGE_DATA_DIR: dataDirectory },
    // A group of its own: the terminal's Ctrl-C reaches the benchmark alone, which then ends the stack.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  const listens = Promise.withResolvers<void>();
  const read = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-20_000);
    if (output.includes('listens on')) listens.resolve();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);

  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGINT');
    await Promise.race([exited, delay(stopSeconds * 1000, undefined, { ref: false })]);
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      process.kill(-child.pid, 'SIGKILL');
      await exited;
    }
  };
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(startSeconds * 1000)]);
    const aborted = once(limit, 'abort');
    const first = await Promise.race([
      listens.promise.then(() => 'listens'),
      exited.then(() => 'exited'),
      aborted.then(() => 'aborted'),
    ]);
    signal.throwIfAborted();
    if (first !== 'listens') throw new Error(`The stack did not start:\n${output}`);
    const startMilliseconds = performance.now() - startedAt;
    const description = JSON.parse(await readFile(join(dataDirectory, 'stack.json'), 'utf8'));
    return { description, startMilliseconds, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
