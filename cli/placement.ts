import type { Terminal } from './console.ts';
import { expectedExtension, type Outputs } from './outputs.ts';
import { keptSteps } from './steps.ts';
import type { ResultFile, Source, Task } from './task.ts';

/** Where the results of conversions go. */
export type Placement = {
  /** Fails if a result has no place, before anything is converted. */
  readonly before: (task: Task) => Promise<void>;
  /** Stores a result, or that of a step before the last, and returns its path. */
  readonly store: (
    task: Task,
    result: Pick<ResultFile, 'extension'> & { readonly step?: string },
    bytes: Uint8Array,
  ) => Promise<string>;
};

const firstOf = ({ sources: [source] }: Task): Source =>
  source ?? { kind: 'bytes', bytes: new Uint8Array(), name: '' };

/** Places results in files. */
export const inFiles = (outputs: Outputs): Placement => ({
  before: async (task) => {
    const first = firstOf(task);
    await outputs.check(first, expectedExtension(task.operation, task.target));
    for (const { operation, target, step } of keptSteps(task.steps))
      await outputs.check(first, expectedExtension(operation, target), step);
  },
  store: (task, { extension, step }, bytes) => outputs.write(firstOf(task), extension, bytes, step),
});

/** Writes the one result to standard output. */
export const toStandardOutput = ({ stdout }: Terminal): Placement => ({
  before: async () => undefined,
  store: async (_task, _result, bytes) => {
    await new Promise<void>((done, fail) => {
      stdout.write(bytes, (error) => (error ? fail(error) : done()));
    });
    return '-';
  },
});
