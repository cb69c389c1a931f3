import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesise } from '../../local/assembly.ts';
import { type RunningStack, type StackOptions, startStack } from '../../local/stack.ts';

/** The project that these tests run. */
export const fixtureDirectory = join(import.meta.dirname, 'fixture');

/** Synthesises the fixture, or takes the assembly of last time. */
export async function fixtureAssembly(): Promise<string> {
  return (await synthesise(fixtureDirectory, join(fixtureDirectory, 'build', 'assembly'))).directory;
}

/** A folder of a test's own, and what removes it. */
export async function temporaryFolder(): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'docforge-test-'));
  return { directory, remove: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }) };
}

/** The fixture, running on a free port with new data; `close` also removes the data. */
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

/** Waits until `look` answers something, and answers that. */
export async function eventually<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

/** Whether a process exists, a zombie not counted. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
