import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLong } from '../support/long-run.ts';
import type { Scenario } from './explore.ts';
import { guards } from './guards.ts';
import { scenarios } from './scenarios.ts';

/** Runs the model in a process of its own, because it takes over the clock, the timers and the random numbers. */
const runModel = (args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const program = join(import.meta.dirname, 'run.ts');
    const options = { maxBuffer: 10_000_000 };
    execFile(process.execPath, ['--max-old-space-size=3500', program, ...args], options, (_, out, fault) =>
      resolve(out + fault),
    );
  });

const isTried = ({ isQuick }: { readonly isQuick?: true }): boolean => isLong || isQuick === true;

test('every history of a job keeps what is promised, and a missing guard is found', {
  timeout: 1_800_000,
}, async () => {
  const output = await runModel(isLong ? ['--all'] : []);

  expect(output.trim().split('\n')).toEqual([
    ...Object.values<Scenario>(scenarios)
      .filter(isTried)
      .map(({ title }) => expect.stringMatching(`^${title}, faults: `)),
    ...guards.filter(isTried).map(({ guard }) => expect.stringMatching(`^found: ${guard}: `)),
  ]);
});

test.each(guards)(
  'the quick test exists that fails if this guard is missing: $guard',
  ({ quickTest: [file, title] }) => {
    const path = join(import.meta.dirname, '..', `${file}.test.ts`);
    expect(readFileSync(path, 'utf8')).toContain(title);
  },
);
