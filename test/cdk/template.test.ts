import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { type StageSettings, settingsSchema } from '../../cdk/settings.ts';
import { rules } from './check/rules.ts';
import { everythingAroundCognito } from './settings.ts';
import { synthesizeStack } from './synthesize-stack.ts';

/** Synthesis takes half a second on a quiet machine and much longer on a loaded one. */
const timeoutMilliseconds = 120_000;

it.each<[string, StageSettings]>([
  ['no setting', {}],
  ['everything that goes together', everythingAroundCognito],
])('is valid with %s', { timeout: timeoutMilliseconds }, (_name, settings) => {
  const template = synthesizeStack(settings);

  const faults = Object.entries(rules).map(([name, rule]) => [name, rule(template, settings)]);
  expect(Object.fromEntries(faults)).toEqual(
    Object.fromEntries(Object.keys(rules).map((name) => [name, []])),
  );
});

type JsonSchema = { readonly properties?: Readonly<Record<string, JsonSchema>>; readonly default?: unknown };

/** The names of a setting's fields, at any depth. */
const fieldsOf = ({ properties = {} }: JsonSchema): readonly string[] =>
  Object.entries(properties).flatMap(([name, field]) => [name, ...fieldsOf(field)]);

it('is documented in docs/operating.md with every setting and no other, its fields and its default', () => {
  const page = readFileSync('docs/operating.md', 'utf8');
  const { properties = {} } = z.toJSONSchema(settingsSchema, { io: 'input' }) as JsonSchema;

  const section = page.slice(page.indexOf('\n## Settings\n'), page.indexOf('\n## After a deployment\n'));
  const rows = new Map([...section.matchAll(/^\| `(\w+)` \|.*$/gm)].map(([row, name]) => [name, row]));

  expect([...rows.keys()].toSorted()).toEqual(Object.keys(properties).toSorted());
  for (const [name, setting] of Object.entries(properties)) {
    for (const field of fieldsOf(setting)) expect(rows.get(name), name).toContain(field);
    if (['string', 'number', 'boolean'].includes(typeof setting.default))
      expect(rows.get(name)?.split(' | ').at(-1), name).toContain(
        `\`${JSON.stringify(setting.default).replaceAll('"', "'")}\``,
      );
  }
});
