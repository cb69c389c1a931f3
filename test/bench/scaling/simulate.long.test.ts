import { expect, test } from 'vitest';
import { simulate } from '../../../bench/scaling/simulate.ts';

const load = { accounts: 80, seconds: 2, burst: 50, workers: 60, engineMs: 1000 };

test('fifty jobs of one account delay no other account by more than an engine time', async () => {
  const measured = await simulate(load);

  expect(measured.endedJobs).toBe(130);
  expect(measured.waitsOfOthers).toHaveLength(80);
  expect(measured.waitsOfOthers.filter((wait) => wait > load.engineMs)).toEqual([]);
  expect(measured).toMatchObject({ unitsPerJob: 10, sentAgain: 0 });
});

test('with too few workers, jobs wait longer', async () => {
  const { waitsOfOthers } = await simulate({ ...load, workers: 10 });

  expect(waitsOfOthers.some((wait) => wait > load.engineMs)).toBe(true);
});
