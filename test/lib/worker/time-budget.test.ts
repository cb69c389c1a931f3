import { describe, expect, it } from 'vitest';
import { engineDeadlineSeconds, workerTimeoutSeconds } from '../../../lib/jobs/job-times.ts';
import { timeBudget } from '../../../lib/worker/time-budget.ts';
import { clock, read, run, start, submit, useJobRunner } from '../jobs/job-runner.ts';

useJobRunner();

/** Runs a job whose parts take so many seconds. The engine and the target use all the time that they are given. */
const runSlowly = async (downloadSeconds: number, storeSeconds: number, deliverTo?: string) => {
  const remainingMs = () => start + workerTimeoutSeconds * 1000 - clock.now;
  const budget = timeBudget(remainingMs, engineDeadlineSeconds);
  const used = { engine: 0, delivery: 0 };
  const wait = (seconds: number): number => {
    clock.now += seconds * 1000;
    return seconds;
  };
  const job = await submit({ deliverTo });
  const outcome = await run(job, {
    // The clock moves at once, so nothing renews the lease in between.
    leaseSeconds: workerTimeoutSeconds,
    fetchSource: async () => {
      wait(downloadSeconds);
      return { bytes: Buffer.from('Some text.'), further: [], filename: 'a.txt', from: 'text' };
    },
    convert: async ({ job: task }) => {
      used.engine = wait(budget.engineSeconds(task));
      return {
        bytes: Buffer.from('%PDF'),
        mimeType: 'application/pdf',
        extension: 'pdf',
        report: {},
      };
    },
    storeResult: async () => void wait(storeSeconds),
    deliver: async () => {
      used.delivery = wait(budget.deliverySeconds());
      return { status: 'failed', httpStatus: undefined, message: 'It was late.' };
    },
  });
  return { outcome, ...used, secondsLeft: remainingMs() / 1000, status: (await read(job))?.status };
};

const address = 'https://bucket.example/a';

describe('a worker', () => {
  it.each([
    ['a fast download', 1, 1, 120, 60, 28],
    ['a download of 40 s', 40, 1, 120, 39, 10],
    ['a download of 55 s, after which the engine has less than its deadline', 55, 1, 115, 29, 10],
    ['the slowest download', 60, 1, 110, 29, 10],
    ['a slow store after the slowest download', 60, 20, 110, 10, 10],
  ])('ends a job with a delivery in time after %s', async (_, download, store, engine, delivery, left) => {
    expect(await runSlowly(download, store, address)).toEqual({
      outcome: 'ended',
      engine,
      delivery,
      secondsLeft: left,
      status: 'complete',
    });
  });

  it('gives the engine the time of the delivery if there is none', async () => {
    expect(await runSlowly(60, 20)).toMatchObject({ engine: 120, delivery: 0, secondsLeft: 10 });
  });

  it('tries a delivery for a second if nothing is left for it', async () => {
    expect(await runSlowly(60, 34, address)).toMatchObject({ delivery: 1, secondsLeft: 5 });
  });
});
