import type { TextRecognition } from '../conversions/routing/text-recognition.ts';
import type { Fault } from '../faults.ts';
import type { Operation } from '../limits/operation.ts';
import type { Job } from './job.ts';

/** A request for a job. */
export type JobRequest = Operation & {
  readonly type: Job['type'];
  /** Files of the account. Several files are combined into one result. Empty if `fileUrl` is set. */
  readonly fileIds: readonly string[];
  readonly fileUrl: string | undefined;
  /** Where the end of the job is announced, besides the endpoints of the account. */
  readonly webhookUrl?: string | undefined;
  /** A presigned address that receives the result. */
  readonly deliverTo?: string | undefined;
  readonly from: string | undefined;
  readonly target: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The steps of a job with several; `type` and `target` are those of the last, and `options` are empty. */
  readonly steps?: readonly StepRequest[] | undefined;
};

/** A step of a request. */
export type StepRequest = {
  readonly name: string | undefined;
  readonly type: Job['type'];
  readonly target: string;
  readonly options: Readonly<Record<string, unknown>>;
  /**
   * `source` for all files of the request, their ids, and names of earlier steps. Undefined: the step before, or the source
   * of the first.
   */
  readonly inputs: readonly string[] | undefined;
  readonly isOutput: boolean;
};

/** What a deployment does with a job, as far as it matters when the job is submitted. */
export type JobPlan = {
  /** The worker that has the engines of the best route. */
  readonly worker: Job['worker'];
  /** The number of characters that the most capable engine accepts; undefined if the file alone does not determine it. */
  readonly maxCharacters: number | undefined;
  /** The routes in the order in which they are tried; undefined if the file alone determines them. */
  readonly engines: readonly string[] | undefined;
  /** Whether text is recognized; undefined if the file alone determines it. */
  readonly textRecognition: TextRecognition | undefined;
};

/** The plan of a job, or what is wrong with its options. */
export type PlannedJob =
  | { readonly ok: true; readonly plan: JobPlan }
  | { readonly ok: false; readonly faults: readonly [Fault, ...Fault[]] };

/** The conversions that the service supports, by the canonical names of the formats. */
export type FormatTable = {
  /** The canonical name of a format; undefined if the format is unknown. */
  canonical(name: string): string | undefined;
  /** The source formats of a target. */
  sources(type: Job['type'], target: string): readonly string[];
  /** The targets of a source format. */
  targets(type: Job['type'], from: string): readonly string[];
  /** Whether several files of a format can be combined into one target. */
  takesSeveral(type: Job['type'], from: string, target: string): boolean;
  /** Plans a conversion with its options; undefined if the format does not convert to the target. */
  plan(
    type: Job['type'],
    from: string,
    target: string,
    options: Readonly<Record<string, unknown>>,
  ): PlannedJob | undefined;
};
