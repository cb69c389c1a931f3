import type { WorkerName } from '../workers.ts';
import { type Job, type JobMessage, type JobOutput, maxAttempts } from './job.ts';

/** A document that a step reads: a file of the request, of which 0 may be its URL, or the result of an earlier step. */
export type StepInput = { readonly file: number } | { readonly step: number };

/** One conversion or extraction of a job with steps. */
export type JobStep = {
  readonly name: string;
  readonly type: Job['type'];
  readonly target: string;
  /** Canonical format of its inputs; undefined if only reading the public URL decides it. */
  readonly from: string | undefined;
  /** Removed when the job ends, as those of a job without steps. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly worker: WorkerName;
  /** At least one. */
  readonly inputs: readonly StepInput[];
  /** Whether clients can download its result. That of the last step is the result of the job. */
  readonly isOutput: boolean;
};

/** The result of a step that is not the last. */
export type StepResult = {
  /** The attempt that stored it. */
  readonly attempt: number;
  readonly output: JobOutput;
  readonly report: Readonly<Record<string, unknown>>;
  /** Ms since the epoch. */
  readonly endedAt: number;
};

/** The steps of a job, and the results of those before the current one. */
export type JobSteps = { readonly list: readonly JobStep[]; readonly done: readonly StepResult[] };

/** Operations that a job counts: one for each step. */
export const operationsOf = ({ steps }: Pick<Job, 'steps'>): number => steps?.list.length ?? 1;

/** The step that runs now or next; undefined for a job without steps. */
export const currentStep = ({ steps }: Pick<Job, 'steps'>): JobStep | undefined =>
  steps?.list[steps.done.length];

/** The number of attempts of a job at which its current step has none left. */
export const maxAttemptsOf = ({ steps }: Pick<Job, 'steps'>): number =>
  (steps?.done.at(-1)?.attempt ?? 0) + maxAttempts;

/** The message of a job: it identifies the current step, so that a late one does not start a later step. */
export const messageOf = ({ accountId, jobId, steps }: Job): JobMessage => ({
  accountId,
  jobId,
  ...(steps === undefined ? {} : { step: steps.done.length }),
});

/** Whether a message is about the current step of a job. */
export const isCurrent = ({ step }: JobMessage, { steps }: Job): boolean => step === steps?.done.length;

/** An error of the current step of a job, whose message and `step` name it. */
export const errorInStep = <E extends { readonly message: string }>(
  job: Pick<Job, 'steps'>,
  error: E,
): E & { readonly step?: string } => {
  const step = currentStep(job);
  return step === undefined
    ? error
    : { ...error, message: `Step ${JSON.stringify(step.name)}: ${error.message}`, step: step.name };
};
