import type { JobEnding } from '../client/docforge.ts';
import type { ConversionStep, DryRun, Job, JobProgress, JobStatus } from '../client/types.ts';

/** A document of a task. */
export type Source =
  | { readonly kind: 'file'; readonly path: string }
  /** `path`: where they were read, if from a file. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly name: string; readonly path?: string }
  | { readonly kind: 'url'; readonly url: string };

/** One conversion or extraction: one document, or several that become one result. */
export type Task = {
  readonly operation: 'convert' | 'extract';
  readonly sources: readonly Source[];
  /** Target format, or what to extract. */
  readonly target: string;
  readonly from?: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  /** The steps that end with the target, in its place. */
  readonly steps?: readonly ConversionStep[] | undefined;
  /** Who else receives its end and its result, from a service. */
  readonly ending?: JobEnding | undefined;
};

/** The bytes of a result. */
export type ResultFile = {
  /** Extension without the dot. */
  readonly extension: string;
  read(): Promise<Uint8Array>;
};

/** The result of a task. */
export type TaskResult = ResultFile & {
  readonly mimeType: string;
  readonly pages: number | null;
  readonly warnings: readonly string[];
  readonly jobId: string | undefined;
  /** The results of earlier steps with `output: true`. */
  readonly kept: readonly (ResultFile & { readonly step: string })[];
};

/** One pair of formats. */
export type FormatRow = {
  readonly from: string;
  readonly operation: 'convert' | 'extract';
  readonly to: string;
  readonly engines: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
};

/** What carries out tasks: a service, or the conversions in this process. */
export type Backend = {
  /** Tasks that it carries out at the same time, at most. */
  readonly maxParallel: number;
  run(
    task: Task,
    options: {
      readonly signal?: AbortSignal | undefined;
      readonly onProgress?: (progress: JobProgress) => void;
    },
  ): Promise<TaskResult>;
  /** What a task of one document would do; undefined without a service. A document is sent and not stored. */
  dryRun?(task: Task, signal: AbortSignal): Promise<DryRun>;
  formats(from: string | undefined): Promise<readonly FormatRow[]>;
  /** The newest jobs; undefined without a service. */
  jobs?(limit: number, status: JobStatus | undefined): Promise<readonly Job[]>;
};

/** The name of a source in messages. */
export const nameOf = (source: Source): string => {
  return source.kind === 'url' ? source.url : (source.path ?? '-');
};
