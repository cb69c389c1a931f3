import type { Perform } from './run-tasks.ts';
import type { Backend, Task, TaskResult } from './task.ts';

/** Where the results of conversions go. */
export type Placement = {
  /** Fails if the result has no place. */
  readonly before: (task: Task) => Promise<void>;
  /** Stores a result and returns its path. */
  readonly store: (task: Task, result: TaskResult, bytes: Uint8Array) => Promise<string>;
};

const pagesOf = (pages: number | null): string =>
  pages === null ? '' : `, ${pages} page${pages === 1 ? '' : 's'}`;

/** Carries out tasks and stores their results. */
export const convertTasks =
  (backend: Backend, { before, store }: Placement, signal: AbortSignal): Perform =>
  async (task, input, onProgress) => {
    await before(task);
    const result = await backend.run(task, { signal, onProgress });
    const bytes = await result.read();
    const output = await store(task, result, bytes);
    const { pages, warnings, jobId } = result;
    return {
      fields: { status: 'complete', output, size_bytes: bytes.length, pages, warnings, job_id: jobId },
      lines: [`${input} -> ${output} (${bytes.length} bytes${pagesOf(pages)})`],
      notes: warnings.map((warning) => `${input}: warning: ${warning}`),
    };
  };
