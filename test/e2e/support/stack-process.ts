import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { StackDescription } from '../../../local/description.ts';
import { programEnvironment } from '../../support/program-environment.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** A stack as `npm start` runs it, in a process of its own. */
export type StackProcess = {
  readonly child: ChildProcess;
  readonly description: StackDescription;
  /** The current content of stack.json. */
  describe(): Promise<StackDescription>;
  /** Stops it with SIGINT, like Ctrl-C, and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills the process and all of its children immediately. */
  kill(): Promise<void>;
};

/**
 * Starts the local stack on a free port, in its own process group, and waits until it is ready.
 *
 * @param overrides variables of functions
 * @param options.asLambda whether functions are frozen between calls, as on Lambda. Default: true
 * @param options.project the folder of the project. Default: this one
 * @param options.variables further variables of the stack, such as the endpoints of other services
 * @param options.signal ends the start
 */
export const startStackProcess = async (
  dataDirectory: string,
  overrides: Readonly<Record<string, string>> = {},
  {
    asLambda = true,
    project = root,
    variables = {},
    signal,
  }: {
    asLambda?: boolean;
    project?: string;
    variables?: Readonly<Record<string, string>>;
    signal?: AbortSignal;
  } = {},
): Promise<StackProcess> => {
  const child = spawn(process.execPath, ['local/start.ts', ...(asLambda ? ['--as-lambda'] : [])], {
    cwd: project,
    env: programEnvironment({
      HOME: process.env.HOME,
      PORT: '0',
      DOCFORGE_DATA_DIR: dataDirectory,
      DOCFORGE_LOCAL_ENV: JSON.stringify(overrides),
      DOCFORGE_RECORD_DIR: process.env.DOCFORGE_RECORD_DIR,
      ...variables,
    }),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = once(child, 'exit');
  const kill = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  while (!output.includes('listens on')) {
    if (child.exitCode !== null) throw new Error(`The stack did not start:\n${output}`);
    if (signal?.aborted) await kill();
    signal?.throwIfAborted();
    await delay(20);
  }
  const describe = async (): Promise<StackDescription> =>
    JSON.parse(await readFile(join(dataDirectory, 'stack.json'), 'utf8'));
  return {
    child,
    description: await describe(),
    describe,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
      return child.exitCode;
    },
    kill,
  };
};
