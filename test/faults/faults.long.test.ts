import { expect, test } from 'vitest';
import { runFaults } from './run-faults.ts';

test('jobs end whole and are charged once although AWS calls fail and processes are killed', {
  timeout: 1_800_000,
}, async () => {
  const { jobs, problems } = await runFaults(60, 20_261_127, () => undefined);

  expect(Object.values(jobs).reduce((sum, count) => sum + count, 0)).toBe(60);
  expect(problems).toEqual([]);
});
