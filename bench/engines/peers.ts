import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { childrenProcessorTime } from './processor-time.ts';

/** The result of a program. */
type ProgramRun = {
  /** From start to exit. */
  readonly milliseconds: number;
  /** Processor time in milliseconds. */
  readonly processor: number;
  readonly ok: boolean;
  readonly output: Buffer;
};

/** Finds a program of the system. Returns undefined if it is not installed. */
export const findProgram = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Runs a program in a folder, with a time limit. Default: the current folder. */
export const runProgram = async (
  path: string,
  args: readonly string[],
  {
    seconds = 120,
    environment = {},
    folder,
  }: { seconds?: number; environment?: Record<string, string>; folder?: string } = {},
): Promise<ProgramRun> => {
  const [startedAt, before] = [performance.now(), childrenProcessorTime()];
  const child = spawn(path, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  const processor = childrenProcessorTime() - before;
  return {
    milliseconds: performance.now() - startedAt,
    processor,
    ok: code === 0,
    output: Buffer.concat(parts),
  };
};

const peers = join(import.meta.dirname, '..', 'peers', 'node_modules');
const requirePeer = createRequire(join(peers, 'index.js'));

/** Loads a library of `bench/peers`. Returns undefined if it is not installed there: the project's own copies are cut to what it uses. */
export const importPeer = async <Library>(name: string): Promise<Library | undefined> => {
  try {
    const path = requirePeer.resolve(name);
    return path.startsWith(peers) ? await import(path) : undefined;
  } catch {
    return undefined;
  }
};

/** Measures a call in milliseconds. */
export const timed = async <Result>(
  run: () => Promise<Result> | Result,
): Promise<{ readonly milliseconds: number; readonly result: Result }> => {
  const startedAt = performance.now();
  const result = await run();
  return { milliseconds: performance.now() - startedAt, result };
};
