import type { Placement } from './placement.ts';
import type { Perform } from './run-tasks.ts';
import type { Backend } from './task.ts';

const pagesOf = (pages: number | null): string =>
  pages === null ? '' : `, ${pages} page${pages === 1 ? '' : 's'}`;

/** Carries out tasks and stores their results. */
export const convertTasks =
  (backend: Backend, { before, store }: Placement, signal: AbortSignal): Perform =>
  async (task, input, onProgress) => {
    await before(task);
    const result = await backend.run(task, { signal, onProgress });
    const { pages, warnings, jobId, kept } = result;
    const steps: { step: string; output: string; size_bytes: number }[] = [];
    for (const each of kept) {
      const content = await each.read();
      steps.push({
        step: each.step,
        output: await store(task, each, content),
        size_bytes: content.length,
      });
    }
    const bytes = await result.read();
    const output = await store(task, result, bytes);
    return {
      fields: {
        status: 'complete',
        output,
        size_bytes: bytes.length,
        pages,
        warnings,
        job_id: jobId,
        ...(steps.length === 0 ? {} : { steps }),
      },
      // Nothing about a result on standard output, whose reader is there to see it.
      lines:
        output === '-'
          ? []
          : [
              ...steps.map((step) => `${input} -> ${step.output} (${step.size_bytes} bytes)`),
              `${input} -> ${output} (${bytes.length} bytes${pagesOf(pages)})`,
            ],
      notes: warnings.map((warning) => `${input}: warning: ${warning}`),
    };
  };
