import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Setting, settings } from '../../cdk/settings.ts';
import { isLong } from '../support/long-run.ts';
import { rules } from './check/rules.ts';
import { contexts } from './settings.ts';
import { synthesizeStack } from './synthesize-stack.ts';

/** Synthesis takes half a second on a quiet machine and much longer on a loaded one. */
const timeoutMilliseconds = 120_000;

/** Every setting, or all that go together. */
const tried = Object.entries(contexts).filter(([name]) => isLong || /^(?:no setting|everything)/.test(name));

it.each(tried)('is valid with %s', { timeout: timeoutMilliseconds }, (_name, context) => {
  const template = synthesizeStack(context);

  const faults = Object.entries(rules).map(([name, rule]) => [name, rule(template, context)]);
  expect(Object.fromEntries(faults)).toEqual(
    Object.fromEntries(Object.keys(rules).map((name) => [name, []])),
  );
});

it('is documented in docs/operating.md with every setting and no other, and with its initial value', () => {
  const page = readFileSync('docs/operating.md', 'utf8');
  const rows = page.split('\n').filter((line) => /^\|.*`-c \w+=/.test(line));
  const documented = page.matchAll(/-c (?:'|")?(\w+)=/g);

  expect(new Set([...documented].map(([, name]) => name))).toEqual(new Set(Object.keys(settings)));
  for (const [name, { initial }] of Object.entries<Setting>(settings)) {
    const last = rows
      .find((row) => row.includes(`-c ${name}=`))
      ?.split(' | ')
      .at(-1);
    if (initial !== undefined && initial !== 'false') expect(last, name).toContain(initial);
  }
});
