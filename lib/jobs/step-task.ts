import type { Job } from './job.ts';
import { currentStep, type StepInput } from './job-steps.ts';
import { maxBytesOfType } from './result-limit.ts';

/** The ids of all files of a job, in order. */
const allFileIds = ({ fileId, furtherFileIds }: Job): readonly string[] =>
  fileId === undefined ? [] : [fileId, ...furtherFileIds];

/** The documents that a worker reads next: those of the current step, or all files of a job without steps. */
export const inputsOf = (job: Job): readonly StepInput[] =>
  currentStep(job)?.inputs ??
  (job.sourceUrl === undefined ? allFileIds(job).map((_, file) => ({ file })) : [{ file: 0 }]);

/** The ids of the files among those documents, in order. */
export const fileIdsOf = (job: Job): readonly string[] => {
  const ids = allFileIds(job);
  return inputsOf(job).flatMap((input) => ('file' in input ? (ids[input.file] ?? []) : []));
};

/** Whether the current step reads the first file or the URL of the request, whose format is that of the job. */
export const readsSource = (job: Job): boolean => {
  const [first] = inputsOf(job);
  return first !== undefined && 'file' in first && first.file === 0;
};

/** A job as a worker sees it: with the type, target, options and limits of its current step. */
export const taskOf = (job: Job): Job => {
  const step = currentStep(job);
  if (step === undefined) return job;
  const { type, target, options } = step;
  return { ...job, type, target, options, maxResultBytes: maxBytesOfType(type, job.maxResultBytes) };
};
