import { firstIdAt } from '../ids.ts';
import type { Job } from '../jobs/job.ts';
import type { JobFilter, JobReadStore } from '../jobs/job-read-store.ts';
import { jobRecordSeconds } from './create-job.ts';
import { isDeletedJob, toJob, toShownJob } from './job-item.ts';
import { type NewestFirst, readNewestFirst } from './newest-first.ts';
import { getItem, keys, type Table } from './table.ts';

/** Reads one job, deleted or not. Returns undefined if the account has no job with this id. */
export const readJob = async (table: Table, accountId: string, jobId: string): Promise<Job | undefined> => {
  const item = await getItem(table, keys.job(accountId, jobId));
  return item && toJob(item);
};

/** The id of the oldest job whose record has not expired. */
const oldestId = (now: number): string => firstIdAt('job', now - jobRecordSeconds * 1000);

/** Reads one job for a response. Returns undefined if the account has no job with this id, has deleted it, or its record has expired. */
export const readLiveJob = async (
  table: Table,
  accountId: string,
  jobId: string,
  now: number,
  isFresh = true,
): Promise<Job | undefined> => {
  // DynamoDB may delete the item two days later.
  if (jobId < oldestId(now)) return undefined;
  const item = await getItem(table, keys.job(accountId, jobId), isFresh);
  return item === undefined || isDeletedJob(item) ? undefined : toShownJob(item);
};

/** Returns true if the options of a job are stored: until it ends, and afterwards if an operator can submit it again. */
export const hasOptions = async (
  table: Table,
  { accountId, jobId }: Pick<Job, 'accountId' | 'jobId'>,
): Promise<boolean> => (await getItem(table, keys.job(accountId, jobId)))?.step_options !== undefined;

const filterOf = ({ status, type, from }: JobFilter): NewestFirst['filter'] => {
  const wanted = Object.entries({ job_status: status, job_type: type, source_format: from }).filter(
    ([, value]) => value !== undefined,
  );
  if (wanted.length === 0) return undefined;
  return {
    when: wanted.map(([attribute]) => `${attribute} = :${attribute}`).join(' AND '),
    values: Object.fromEntries(wanted),
  };
};

/** The jobs of an account in the table. */
export const jobReadStore = (table: Table): JobReadStore => ({
  get: (...args) => readLiveJob(table, ...args),

  list: async (accountId, { limit, before, now, filter }) => {
    const { items, lastId } = await readNewestFirst(table, {
      // Ids are in order of time.
      oldest: keys.job(accountId, oldestId(now)),
      before: before === undefined ? undefined : keys.job(accountId, before),
      limit,
      filter: filterOf(filter),
    });
    return { items: items.filter((item) => !isDeletedJob(item)).map(toShownJob), lastId };
  },
});
