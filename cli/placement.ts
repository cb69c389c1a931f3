import type { Terminal } from './console.ts';
import { endingOf, expectedExtension, type Outputs } from './outputs.ts';
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
    const { operation, target } = task;
    await outputs.check(first, endingOf(operation, target, expectedExtension(operation, target)));
    for (const kept of keptSteps(task.steps))
      await outputs.check(first, expectedExtension(kept.operation, kept.target), kept.step);
  },
  store: (task, { extension, step }, bytes) => {
    const ending = step === undefined ? endingOf(task.operation, task.target, extension) : extension;
    return outputs.write(firstOf(task), ending, bytes, step);
  },
});

/** Writes bytes and resolves once the stream has accepted them. */
export const writeTo = (stream: NodeJS.WriteStream, bytes: Uint8Array): Promise<void> =>
  new Promise((done, fail) => {
    stream.write(bytes, (error) => (error ? fail(error) : done()));
  });

/** Writes the one result to standard output. */
export const toStandardOutput = ({ stdout }: Terminal): Placement => ({
  before: async () => undefined,
  store: async (_task, _result, bytes) => {
    await writeTo(stdout, bytes);
    return '-';
  },
});
