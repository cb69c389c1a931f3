import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { synthesizeStack } from './synthesize-stack.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of every shape
type Json = any;

const template: Json = synthesizeStack();
const page = await readFile('docs/operating.md', 'utf8');
const shown: Record<string, string> = JSON.parse(
  /cat > env\.json <<'END'\n(.*?)END/s.exec(page)?.[1] ?? '',
).Parameters;

/** The secret of CloudFront, through which no request to sam local passes. */
const isSecret = (value: Json): boolean => JSON.stringify(value).includes('{{resolve:secretsmanager:');

/** The variables of the endpoints whose values only a deployment has, each with its value in the template. */
const deployed = (): Record<string, Json> => {
  const resources = Object.values<Json>(template.Resources);
  const routed = JSON.stringify(resources.filter(({ Type }) => Type === 'AWS::ApiGateway::Method'));
  const endpoints = Object.entries<Json>(template.Resources).filter(
    ([id, { Type }]) => Type === 'AWS::Lambda::Function' && routed.includes(`"${id}"`),
  );
  const variables = endpoints.flatMap(([, { Properties }]) =>
    Object.entries<Json>(Properties.Environment?.Variables ?? {}),
  );
  return Object.fromEntries(variables.filter(([, value]) => typeof value !== 'string' && !isSecret(value)));
};

it('lists in the env.json of docs/operating.md every variable that sam local cannot read from the template', () => {
  expect(Object.keys(shown).toSorted()).toEqual(Object.keys(deployed()).toSorted());
});

it('sets each variable of that file to the stack output with its value', () => {
  const values = Object.entries(shown).map(([name, place]) => {
    const output = /^<(\w+)>$/.exec(place)?.[1] ?? '';
    return [name, template.Outputs[output]?.Value];
  });

  expect(Object.fromEntries(values)).toEqual(deployed());
});
