import type { TextRecognition } from '../conversions/routing/text-recognition.ts';
import type { Fault } from '../faults.ts';
import type { Operation } from '../limits/operation.ts';
import type { JobStep } from './job-steps.ts';

/** A request for a job. */
export type JobRequest = Operation & {
  /** Files of the account. Several files are combined into one result. Empty if `fileUrl` is set. */
  readonly fileIds: readonly string[];
  readonly fileUrl: string | undefined;
  /** An extra webhook URL for this job, in addition to the account's endpoints. */
  readonly webhookUrl?: string | undefined;
  /** A presigned address that receives the result. */
  readonly deliverTo?: string | undefined;
  readonly from: string | undefined;
  /** At least one. */
  readonly steps: readonly StepRequest[];
};

/** A request for a job whose file is in its body. */
export type UploadRequest = Omit<JobRequest, 'fileIds' | 'fileUrl'>;

/** A step of a request, before its names are resolved. */
export type StepRequest = Pick<JobStep, 'name' | 'type' | 'target' | 'options' | 'isOutput'> & {
  /**
   * `source` for all files of the request, their ids, and names of earlier steps. Undefined: the step before, or the source
   * of the first.
   */
  readonly inputs: readonly string[] | undefined;
};

/** A step before its files are read. */
export type ResolvedStep = Omit<JobStep, 'from' | 'worker'>;

/** A step and what the deployment does with it. */
export type PlannedStep = Omit<JobStep, 'worker'> & { readonly plan: JobPlan };

/** What a deployment does with a step, as far as it matters when the job is submitted. */
export type JobPlan = {
  /** The worker that has the engines of the best route. */
  readonly worker: JobStep['worker'];
  /** The number of characters that the most capable engine accepts; undefined if the file alone does not determine it. */
  readonly maxCharacters: number | undefined;
  /** The routes in the order in which they are tried; undefined if the file alone determines them. */
  readonly engines: readonly string[] | undefined;
  /** Whether text is recognized; undefined if the file alone determines it. */
  readonly textRecognition: TextRecognition | undefined;
};

/** The plan of a step, or what is wrong with its options. */
type PlanOutcome =
  | { readonly ok: true; readonly plan: JobPlan }
  | { readonly ok: false; readonly faults: readonly [Fault, ...Fault[]] };

/** The conversions that the service supports, by the canonical names of the formats. */
export type FormatTable = {
  /** The canonical name of a format; undefined if the format is unknown. */
  canonical(name: string): string | undefined;
  /** The source formats of a target. */
  sources(type: JobStep['type'], target: string): readonly string[];
  /** The targets of a source format. */
  targets(type: JobStep['type'], from: string): readonly string[];
  /** Whether several files of a format can be combined into one target. */
  takesSeveral(type: JobStep['type'], from: string, target: string): boolean;
  /** Plans a conversion with its options; undefined if the format does not convert to the target. */
  plan(
    type: JobStep['type'],
    from: string,
    target: string,
    options: Readonly<Record<string, unknown>>,
  ): PlanOutcome | undefined;
};
