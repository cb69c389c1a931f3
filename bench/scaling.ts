import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawWaits } from './scaling/draw-waits.ts';
import { documentedLoad as load, simulate } from './scaling/simulate.ts';

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
