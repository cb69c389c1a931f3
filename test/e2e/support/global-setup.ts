import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { StackDescription } from '../../../local/description.ts';
import { startStackProcess } from './stack-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: StackDescription;
  }
}

/** Runs one local stack for all end-to-end tests that do not break it. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'docforge-e2e-'));
  const stack = await startStackProcess(dataDirectory);
  project.provide('stack', stack.description);
  return async () => {
    await stack.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
};
