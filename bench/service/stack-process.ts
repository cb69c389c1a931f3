import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { StackDescription } from '../../local/description.ts';

/** The first start bundles every function, which is slow on a slow machine. */
const startSeconds = 120;

/** The time to stop: the stack's grace period and a margin. */
const stopSeconds = 15;

/** A local stack in its own process. */
export type StackProcess = {
  readonly description: StackDescription;
  /** The time from the start of the process until it listens. */
  readonly startMilliseconds: number;
  /** Stops it like Ctrl-C. Kills it after a timeout. */
  stop(): Promise<void>;
};

/**
 * Starts the local stack of a project's folder on a free port and waits until it listens.
 *
 * @param environment further variables, such as the endpoints of other services
 * @throws Error with its output if it does not start, or the signal's reason; the process has ended then
 */
export const startStackProcess = async (
  projectDirectory: string,
  dataDirectory: string,
  signal: AbortSignal,
  environment: Readonly<Record<string, string>> = {},
): Promise<StackProcess> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join('local', 'start.ts')], {
    cwd: projectDirectory,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DOCFORGE_DATA_DIR: dataDirectory,
      ...environment,
    },
    // Its own process group: Ctrl-C reaches only the benchmark, which then stops the stack.
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
