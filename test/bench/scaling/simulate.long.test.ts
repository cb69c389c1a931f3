import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentedLoad, simulate } from '../../../bench/scaling/simulate.ts';

const load = { accounts: 80, seconds: 2, burst: 50, workers: 60, engineMs: 1000 };

test('fifty jobs of one account delay no other account by more than an engine time', async () => {
  const measured = await simulate(load);

  expect(measured.endedJobs).toBe(130);
  expect(measured.waitsOfOthers).toHaveLength(80);
  expect(measured.waitsOfOthers.filter((wait) => wait > load.engineMs)).toEqual([]);
  expect(measured).toMatchObject({ sentAgain: 0 });
  // Six, and more while an account has so many active jobs that its item is over 1 KB.
  expect(Math.floor(measured.unitsPerJob)).toBe(6);
});

test('with too few workers, jobs wait longer', async () => {
  const { waitsOfOthers } = await simulate({ ...load, workers: 10 });

  expect(waitsOfOthers.some((wait) => wait > load.engineMs)).toBe(true);
});

test('docs/scaling.md states what the simulation measures', async () => {
  const { waitsOfOthers, unitsPerJob, peakUnits, peakOfPartition, sentAgain } =
    await simulate(documentedLoad);
  const document = readFileSync('docs/scaling.md', 'utf8');
  const stated = [
    ...document.slice(document.indexOf('| | Measured |')).matchAll(/^\| [^|]+ \| ([\d.]+)/gm),
  ].map(([, number]) => Number(number));

  expect(stated).toEqual([
    Math.max(...waitsOfOthers) / 1000,
    Number(unitsPerJob.toFixed(2)),
    peakUnits,
    peakOfPartition,
    sentAgain,
  ]);
});
