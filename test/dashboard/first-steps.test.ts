import { describe, expect, it } from 'vitest';
import type { ApiKey, Job } from '../../dashboard/api/types.ts';
import { firstCall } from '../../dashboard/home/first-call.ts';
import { isBeginner, progressOf } from '../../dashboard/home/progress.ts';

const key = (lastUsedAt: string | null): ApiKey => ({
  key_id: 'key_1',
  name: 'First key',
  prefix: 'df_live_',
  last_four: 'abcd',
  created_at: '2026-11-20T00:00:00.000Z',
  last_used_at: lastUsedAt,
});

const job = (status: Job['status']) => ({ job_id: status, status }) as Job;

const usage = (operations: number) => ({ months: [{ month: '2026-11', operations }] });

describe('the first steps', () => {
  it('are ticked by what has happened', () => {
    expect(progressOf({ data: [], max: 2 }, [])).toEqual({
      hasKey: false,
      hasCalled: false,
      done: undefined,
    });
    expect(progressOf({ data: [key(null)], max: 2 }, [job('failed')])).toEqual({
      hasKey: true,
      hasCalled: false,
      done: undefined,
    });
    expect(
      progressOf({ data: [key(null), key('2026-11-20T01:00:00.000Z')], max: 2 }, [
        job('queued'),
        job('complete'),
      ]),
    ).toEqual({ hasKey: true, hasCalled: true, done: job('complete') });
  });

  it.each([
    [{ hasKey: false, hasCalled: false, done: undefined }, 0, true],
    [{ hasKey: true, hasCalled: true, done: undefined }, 19, true],
    [{ hasKey: true, hasCalled: true, done: undefined }, 20, false],
    [{ hasKey: true, hasCalled: true, done: job('complete') }, 1, false],
  ])('%j with %i operations are shown: %s', (progress, operations, isShown) => {
    expect(isBeginner(usage(operations), progress)).toBe(isShown);
  });

  it('put the key into the call, or a place for it', () => {
    expect(firstCall('https://api.example', 'df_live_1')).toContain(
      'URL=https://api.example\nKEY=df_live_1\n',
    );
    expect(firstCall('https://api.example', undefined)).toContain('KEY=df_live_...\n');
  });
});
