import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../../local/assembly.ts';
import type { HostOptions } from '../../local/function-host/host.ts';
import { type RunningStack, type StackOptions, startStack } from '../../local/stack.ts';

/** The project of these tests. */
export const fixtureDirectory = join(import.meta.dirname, 'fixture');

const bundle = join(fixtureDirectory, 'functions');

/** The process of a function whose event says what it does. */
export const faultyHost: HostOptions = {
  directory: bundle,
  environment: { LAMBDA_TASK_ROOT: bundle, _HANDLER: 'index.faulty' },
  memoryMegabytes: 160,
  scratch: { folder: '/nonexistent', megabytes: 512 },
  environments: 1,
  functionArn: 'arn:f',
  timeoutSeconds: 20,
  onOutput: () => undefined,
};

/** Synthesizes the fixture, or returns its previous assembly. */
export async function fixtureAssembly(): Promise<string> {
  return (await synthesize(fixtureDirectory, join(fixtureDirectory, 'build', 'assembly'))).directory;
}

/** Creates a temporary folder. */
export async function temporaryFolder(): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'docforge-test-'));
  return { directory, remove: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }) };
}

/** Runs the fixture on a free port with new data. `close` also deletes the data. */
export async function startFixture(options: Partial<StackOptions> = {}): Promise<RunningStack> {
  const assemblyDirectory = await fixtureAssembly();
  const { directory, remove } = await temporaryFolder();
  const settings = { assemblyDirectory, dataDirectory: directory, port: 0, ...options };
  const stack = await startStack(settings).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const close = async (): Promise<void> => {
    await stack.close();
    await remove();
  };
  return { ...stack, close };
}

/** Calls `read` until it returns a value, and returns that. */
export async function eventually<T>(read: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

/** Returns whether a process exists. Zombies do not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns the state of a process as ps prints it, such as T for a stopped one; undefined if it does not exist. */
export function stateOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).charAt(0);
  } catch {
    return undefined;
  }
}
