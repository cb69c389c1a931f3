import type { WorkerName } from '../workers.ts';
import { type Job, type JobMessage, type JobMove, type JobOutput, maxAttempts } from './job.ts';

/** A document that a step reads: the nth file of the request (0 can be its URL), or the result of an earlier step. */
export type StepInput = { readonly file: number } | { readonly step: number };

/** One conversion or extraction of a job. */
export type JobStep = {
  /** Undefined for the step of a request that does not list steps. */
  readonly name?: string | undefined;
  readonly type: 'conversion' | 'extraction';
  /** The target format of a conversion, or the kind of extraction. */
  readonly target: string;
  /** Canonical format of its inputs; undefined if only reading the public URL decides it. */
  readonly from?: string | undefined;
  /** Removed when the job ends, because they may contain a password. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The worker that has the engines for the step, which also determines its queue. */
  readonly worker: WorkerName;
  /** At least one. */
  readonly inputs: readonly StepInput[];
  /** Whether clients can download its result. The last step's result is the job's result. */
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

/** The steps of a job, at least one, and the results of those before the current one. */
export type JobSteps = { readonly list: readonly JobStep[]; readonly done: readonly StepResult[] };

type Stepped = Pick<Job, 'steps'>;

const stepAt = <Step>(list: readonly Step[], index: number): Step => {
  const step = list.at(index);
  if (step === undefined) throw new Error(`A list of ${list.length} steps has no step ${index}`);
  return step;
};

/** The step that runs now or next. */
export const currentStep = ({ steps: { list, done } }: Stepped): JobStep => stepAt(list, done.length);

/** The step whose type, target and result are those of the job. */
export const lastStep = <Step>(list: readonly Step[]): Step => stepAt(list, -1);

/** Returns true if the current step is the last. */
export const isLastStep = ({ steps: { list, done } }: Stepped): boolean => done.length + 1 >= list.length;

/** Returns true if the request lists steps, which responses then describe. */
export const listsSteps = ({ steps }: Stepped): boolean => lastStep(steps.list).name !== undefined;

/** How the current step of a job moved to a worker with more memory; undefined if it did not. */
export const moveOf = ({ steps, move }: Stepped & Pick<Job, 'move'>): JobMove | undefined =>
  move?.step === steps.done.length ? move : undefined;

/** The number of attempts of a job at which its current step has none left. */
export const maxAttemptsOf = (job: Stepped & Pick<Job, 'move' | 'recognition'>): number => {
  const { steps, recognition } = job;
  // An attempt that only planned a text recognition, or moved the step, does not count.
  const planned = recognition?.step === steps.done.length ? recognition.attempt : 0;
  const moved = moveOf(job)?.attempt ?? 0;
  return Math.max(planned, moved, steps.done.at(-1)?.attempt ?? 0) + maxAttempts;
};

/**
 * The message of a job: it identifies the current step and its worker, so that a late one does not start a later step, or one that has
 * moved.
 */
export const messageOf = (job: Job): JobMessage => ({
  accountId: job.accountId,
  jobId: job.jobId,
  step: job.steps.done.length,
  worker: currentStep(job).worker,
  requestId: job.requestId,
});

/** Returns true if a message is about the current step of a job. */
export const isCurrent = ({ step, worker }: JobMessage, job: Stepped): boolean =>
  step === job.steps.done.length && (worker === undefined || worker === currentStep(job).worker);

/** An error of the current step of a job. Its message and `step` contain the step's name, if it has one. */
export const errorInStep = <E extends { readonly message: string }>(
  job: Stepped,
  error: E,
): E & { readonly step?: string } => {
  const { name } = currentStep(job);
  return name === undefined
    ? error
    : { ...error, message: `Step ${JSON.stringify(name)}: ${error.message}`, step: name };
};

/** The ids of the files of the request, in order. */
export const filesOf = ({ fileId, furtherFileIds }: Job): readonly string[] =>
  fileId === undefined ? [] : [fileId, ...furtherFileIds];

/** The ids of the files that the current step reads, in order. */
export const fileIdsOf = (job: Job): readonly string[] => {
  const ids = filesOf(job);
  return currentStep(job).inputs.flatMap((input) => ('file' in input ? (ids[input.file] ?? []) : []));
};

/** Returns true if the current step reads the first file or the URL of the request, whose format is the job's. */
export const readsSource = (job: Stepped): boolean => {
  const [first] = currentStep(job).inputs;
  return first !== undefined && 'file' in first && first.file === 0;
};

/** A job without what is removed from its item when it ends, because it may contain a credential or belongs to an active job. */
export const withoutSecrets = (job: Job): Job => ({
  ...job,
  steps: { ...job.steps, list: job.steps.list.map((step) => ({ ...step, options: {} })) },
  sourceUrl: undefined,
  deliverTo: undefined,
  leaseUntil: undefined,
  claimedAt: undefined,
});
