import { expect, it } from 'vitest';
import { att, ref } from './resources.ts';
import { rules } from './rules.ts';
import { serviceCases } from './service-cases.ts';
import { templateCases } from './template-cases.ts';

const cases = [...templateCases, ...serviceCases];

it.each(
  cases.map(
    ([name, Resources, faults]) => [name, faults.join('; ') || 'nothing', Resources, faults] as const,
  ),
)('%s finds: %s', (name, _title, Resources, faults) => {
  expect(rules[name]({ Resources }, { cognitoDomainPrefix: 'chosen' })).toEqual(faults);
});

it('has a broken template for every rule', () => {
  const broken = cases.filter(([, , faults]) => faults.length > 0).map(([name]) => name);

  expect(new Set(broken)).toEqual(new Set(Object.keys(rules)));
});

it('finds outputs without a value or with a reference to nothing', () => {
  const Outputs = { A: { Description: 'a' }, B: { Value: att('Queue', 'Arn') }, C: { Value: ref('Queue') } };

  expect(rules.refersToWhatExists({ Resources: {}, Outputs }, {})).toEqual([
    'A has no value',
    'B refers to Queue.Arn, but there is no Queue',
    'C refers to Queue, which is not there',
  ]);
});
