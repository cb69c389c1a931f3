import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settings as knownSettings } from '../../cdk/settings.ts';
import { rules } from './check/rules.ts';
import { settings } from './settings.ts';
import { synthesizeStack } from './synthesize-stack.ts';

/** Synthesis takes half a second on a quiet machine and much longer on a loaded one. */
const timeoutMilliseconds = 120_000;

it.each(Object.entries(settings))('is valid with %s', { timeout: timeoutMilliseconds }, (_name, context) => {
  const template = synthesizeStack(context);

  const faults = Object.entries(rules).map(([name, rule]) => [name, rule(template, context)]);
  expect(Object.fromEntries(faults)).toEqual(
    Object.fromEntries(Object.keys(rules).map((name) => [name, []])),
  );
});

it('covers every setting, and docs/operating.md documents each and no other', () => {
  const documented = readFileSync('docs/operating.md', 'utf8').matchAll(/-c (?:'|")?(\w+)=/g);

  const known = new Set(Object.keys(knownSettings));
  expect(new Set(Object.values(settings).flatMap((context) => Object.keys(context)))).toEqual(known);
  expect(new Set([...documented].map(([, name]) => name))).toEqual(known);
});
