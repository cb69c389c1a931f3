import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JobStatus } from '../../../lib/api/job-statuses.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import { preferredWait, waitForJob } from '../../../lib/jobs/wait-for-job.ts';

/** Reads that return these states, repeating the last one, on a clock that only pauses advance. */
const waiting = (...states: (JobStatus | undefined)[]) => {
  const clock = { now: 1_000 };
  const pauses: number[] = [];
  let reads = 0;
  let held = 0;
  const read = async (): Promise<Job | undefined> => {
    const status = states[Math.min(reads, states.length - 1)];
    reads += 1;
    return status === undefined ? undefined : ({ status } as Job);
  };
  const pause = async (ms: number) => {
    pauses.push(ms);
    clock.now += ms;
  };
  return {
    wait: (seconds: number) =>
      waitForJob(read, seconds, {
        clock: () => clock.now,
        pause,
        hold: (wait) => {
          held += 1;
          return wait();
        },
      }),
    held: () => held,
    pauses,
    reads: () => reads,
    waitedMs: () => clock.now - 1_000,
  };
};

describe('waitForJob', () => {
  it.each(['complete', 'failed', 'cancelled'] as const)('returns a %s job immediately', async (status) => {
    const job = waiting(status);

    expect(await job.wait(25)).toEqual({ status });
    expect([job.reads(), job.waitedMs()]).toEqual([1, 0]);
  });

  it('returns immediately if the job does not exist', async () => {
    const job = waiting(undefined);

    expect(await job.wait(25)).toBeUndefined();
    expect([job.reads(), job.waitedMs()]).toEqual([1, 0]);
  });

  it('reads once if there is nothing to wait for', async () => {
    const job = waiting('queued');

    expect(await job.wait(0)).toEqual({ status: 'queued' });
    expect([job.reads(), job.waitedMs()]).toEqual([1, 0]);
  });

  it.each([
    ['a job that has ended', 'complete', 25, 0],
    ['an unknown job', undefined, 25, 0],
    ['a call that does not wait', 'queued', 0, 0],
    ['a call that waits for a second', 'queued', 1, 0],
    ['a call that waits longer', 'queued', 2, 1],
  ] as const)('counts %s as waiting or not', async (_title, status, seconds, held) => {
    const job = waiting(status);

    await job.wait(seconds);

    expect(job.held()).toBe(held);
  });

  it('does not count a call whose job ends within a second', async () => {
    const job = waiting(...Array.from({ length: 8 }, () => 'processing' as const), 'complete');

    await job.wait(25);

    expect(job.waitedMs()).toBeLessThan(1000);
    expect(job.held()).toBe(0);
  });

  it('returns as soon as the job has ended', async () => {
    const job = waiting('queued', 'processing', 'processing', 'complete');

    expect(await job.wait(25)).toEqual({ status: 'complete' });
    expect(job.pauses).toEqual([10, 15, 22.5]);
  });

  it.each([
    ['only the first time', undefined, [true, false, false]],
    ['every time if it reports changes', () => false, [true, true, true]],
  ] as const)('reads all earlier writes %s', async (_, isAwaited, expected) => {
    const reads: boolean[] = [];
    const read = async (isFresh: boolean) => {
      reads.push(isFresh);
      return { status: reads.length < 3 ? 'processing' : 'complete' } as Job;
    };
    const clock = { clock: () => 0, pause: async () => undefined, hold: () => expect.fail() };

    await waitForJob(read, 25, clock, isAwaited);

    expect(reads).toEqual(expected);
  });

  it('goes on waiting if a later read misses the job', async () => {
    const job = waiting('queued', undefined, 'complete');

    expect(await job.wait(25)).toEqual({ status: 'complete' });
  });

  it('returns the current job when the time has passed', async () => {
    const job = waiting('processing');

    expect(await job.wait(3)).toEqual({ status: 'processing' });
    expect(job.waitedMs()).toBe(3_000);
    expect(Math.max(...job.pauses)).toBeLessThanOrEqual(500);
  });

  it('never waits longer than 25 seconds, and reads about twice a second overall', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 9999 }), async (seconds) => {
        const job = waiting('processing');

        await job.wait(seconds);

        expect(job.waitedMs()).toBe(Math.min(25, seconds) * 1000);
        expect(job.reads()).toBeLessThanOrEqual(12 + 2 * Math.min(25, seconds));
      }),
    );
  });
});

describe('preferredWait', () => {
  it.each([
    ['wait=10', 10],
    ['wait = 10', 10],
    ['wait="10"', 10],
    ['WAIT=10', 10],
    ['respond-async, wait=7', 7],
    ['respond-async;wait=7', 7],
    ['wait=0', 0],
    ['nowait=5', undefined],
    ['wait=', undefined],
    ['wait=-1', undefined],
    ['wait=soon', undefined],
    ['respond-async', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (prefer, seconds) => {
    expect(preferredWait(prefer)).toBe(seconds);
  });

  it('returns whole seconds or undefined for any header', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const seconds = preferredWait(text);

        if (seconds !== undefined) expect(Number.isInteger(seconds) && seconds >= 0).toBe(true);
      }),
    );
  });
});
