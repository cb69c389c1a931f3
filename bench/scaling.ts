import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawWaits } from './scaling/draw-waits.ts';
import { simulate } from './scaling/simulate.ts';

/** One account submits 50 jobs at once, the most of any plan; 1,000 others one each within 25 seconds. 50 of 60 workers are enough. */
const load = { accounts: 1000, seconds: 25, burst: 50, workers: 60, engineMs: 1000 };

const measured = await simulate(load);
const { waitsOfOthers, waitsOfBurst, ...counts } = measured;
const longest = (waits: readonly number[]): number => waits.reduce((most, each) => Math.max(most, each), 0);
console.log({
  ...load,
  ...counts,
  longestOfOthers: longest(waitsOfOthers),
  longestOfBurst: longest(waitsOfBurst),
});
const path = join(import.meta.dirname, '../docs/images/scaling.svg');
await writeFile(path, drawWaits(measured, load));
