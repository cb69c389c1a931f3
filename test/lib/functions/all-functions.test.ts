import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { environmentNames } from '../../../lib/env.ts';
import { allFunctions } from '../../../lib/functions/all-functions.ts';
import { backgroundFunctions } from '../../../lib/functions/background-functions.ts';

it('has one row for each file in functions/', () => {
  const files = readdirSync('functions', { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''));

  // Some functions have the same code, with queues of their own.
  const rows = new Set(allFunctions.map(({ file }) => file));
  expect([...rows].toSorted()).toEqual(files.toSorted());
});

it.each(allFunctions)(
  '$file lists each environment variable once, and only existing ones',
  ({ environment }) => {
    expect(new Set(environment).size).toBe(environment.length);
    for (const name of environment) expect(environmentNames).toHaveProperty(name);
  },
);

it('connects every worker to the queue of its engines', () => {
  const queues = Object.values(backgroundFunctions).flatMap((row) =>
    'worker' in row ? [[row.worker, row.trigger.queue]] : [],
  );

  expect(queues).toEqual([
    ['standard', 'standard'],
    ['standard', 'large'],
    ['browser', 'browser'],
    ['office', 'office'],
    ['standard', 'recognition'],
  ]);
});
