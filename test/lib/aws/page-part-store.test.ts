import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelStore } from '../../../lib/aws/cancel-store.ts';
import { jobStore } from '../../../lib/aws/job-store.ts';
import { keys } from '../../../lib/aws/table.ts';
import { PagesToRecognize } from '../../../lib/conversions/engine/recognition.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import type { JobStore } from '../../../lib/jobs/job-store.ts';
import { type PagePart, partsOf } from '../../../lib/jobs/page-parts.ts';
import { jobItem, submitJob } from '../../support/jobs.ts';
import { changeItem, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant } from '../../support/tenant.ts';

const now = Date.UTC(2026, 10, 20);
const recognized = { state: 'recognized', workedMs: 5 } as const;

let database: TestTable;
let store: JobStore;
let job: Job;
let part: PagePart;

beforeAll(async () => {
  database = await startTestTable();
  store = jobStore(database.table);
});
afterAll(() => database.close());

beforeEach(async () => {
  const tenant = await createTenant(database.table, 'pro', now);
  const submitted = await submitJob(database.table, tenant, now);
  const claimed = await store.claim(submitted, { owner: 'one', now, leaseUntil: now + 60_000 });
  if (claimed === undefined) throw new Error('The job was not claimed');
  const pages = Array.from({ length: 13 }, (_, index) => index + 1);
  const lease = { accountId: claimed.accountId, jobId: claimed.jobId, attempt: 1, owner: 'one' };
  const planned = await store.planParts(claimed, partsOf(claimed, new PagesToRecognize(pages)), {
    lease,
    now,
    source: undefined,
  });
  if (planned === undefined) throw new Error('The parts were not planned');
  job = planned;
  part = await claim(now);
});

const tryClaim = (at: number) => store.parts.claim(job, '0000', at, at + 1000);

const claim = async (at: number): Promise<PagePart> => {
  const claimed = await tryClaim(at);
  if (claimed === undefined) throw new Error('The part was not claimed');
  return claimed;
};

const changeJob = (values: Readonly<Record<string, unknown>>): Promise<void> =>
  changeItem(database.table, keys.job(job.accountId, job.jobId), values);

/** Ends the part, which must be refused and leave the job as it is. */
const endIsRefused = async (ended: PagePart): Promise<boolean> => {
  const before = await jobItem(database.table, job);
  const accepted = await store.parts.end(ended, recognized, [], now + 2000);
  expect(await jobItem(database.table, job)).toEqual(before);
  return !accepted;
};

describe('a part', () => {
  it('counts on the job when it ends, with its pages and its time', async () => {
    expect(await store.parts.end(part, recognized, [], now + 500)).toBe(true);

    expect(await jobItem(database.table, job)).toMatchObject({
      open_parts: 1,
      progress: { done: 12, total: 13 },
      worked_ms: 5,
    });
  });

  it('that has ended is not claimed again', async () => {
    await store.parts.end(part, recognized, [], now + 500);

    expect(await tryClaim(now + 60_000)).toBeUndefined();
  });

  it('does not end twice', async () => {
    await store.parts.end(part, recognized, [], now + 500);

    expect(await endIsRefused(part)).toBe(true);
  });

  it('is not ended by a call whose claim another one has taken over', async () => {
    await claim(now + 1000);

    expect(await endIsRefused(part)).toBe(true);
  });

  it('that an earlier attempt planned does not count', async () => {
    await changeJob({ recognition: { step: 0, attempt: 2, startedAt: now } });

    expect(await endIsRefused(part)).toBe(true);
  });

  it('does not count on a job that was cancelled', async () => {
    await cancelStore(database.table).cancel(job.accountId, job.jobId, now + 100);

    expect(await endIsRefused(part)).toBe(true);
  });

  it('does not count on a job without open parts', async () => {
    await changeJob({ open_parts: 0 });

    expect(await endIsRefused(part)).toBe(true);
  });
});
