import type { RunningStack } from './stack.ts';

/** What is done once for a new data folder after the stack is up; answers lines for the terminal. */
export async function firstRun(_stack: RunningStack): Promise<readonly string[]> {
  return [];
}
