import type { Job } from '../api/types.ts';
import { jobTitle } from '../jobs/job-labels.ts';

/** Jobs with the same formats. */
export type OperationUsage = {
  /** PDF to Markdown. */
  readonly name: string;
  readonly jobs: number;
  readonly failed: number;
};

/** Counts jobs by their formats, the most frequent first. */
export const usageByOperation = (
  jobs: readonly Pick<Job, 'from' | 'to' | 'format' | 'status'>[],
): readonly OperationUsage[] =>
  [...Map.groupBy(jobs, jobTitle)]
    .map(([name, group]) => ({
      name,
      jobs: group.length,
      failed: group.filter(({ status }) => status === 'failed').length,
    }))
    .toSorted((one, other) => other.jobs - one.jobs || one.name.localeCompare(other.name));
