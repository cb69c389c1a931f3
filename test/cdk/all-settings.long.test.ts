import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type StageSettings, settingsSchema } from '../../cdk/settings.ts';
import { rules } from './check/rules.ts';
import { findings } from './findings.ts';
import { everythingAroundCognito, everythingWithoutCloudFront, otherIssuer } from './settings.ts';
import { synthesizeStack } from './synthesize-stack.ts';

type Property = { readonly type?: string; readonly enum?: readonly unknown[] };

const { properties = {} } = z.toJSONSchema(settingsSchema, { io: 'input' }) as {
  readonly properties?: Readonly<Record<string, Property>>;
};

const samples: Readonly<Record<string, unknown>> = { ...everythingAroundCognito, ...otherIssuer };

/** Settings that need others. */
const companions: Readonly<Record<string, StageSettings>> = {
  plans: { workers: everythingAroundCognito.workers },
};

/** Each value of a setting that has few, otherwise a sample of it. */
const valuesOf = (name: string, { type, enum: names }: Property): readonly unknown[] =>
  names ?? (type === 'boolean' ? [true, false] : [samples[name]]);

const alone = Object.entries(properties).flatMap(([name, property]) =>
  valuesOf(name, property).map((value): [string, StageSettings] => [
    `${name}: ${JSON.stringify(value)}`.slice(0, 100),
    { ...companions[name], [name]: value },
  ]),
);

const { cognito: _, ...withoutCognito } = everythingAroundCognito;
const { userPool: __, ...adopted } = everythingAroundCognito.adopt;

const together: readonly [string, StageSettings][] = [
  ['everything, with data of its own', { ...everythingAroundCognito, adopt: {} }],
  ['everything, with adopted data', everythingAroundCognito],
  ['everything without CloudFront', everythingWithoutCloudFront],
  ['everything with another issuer', { ...withoutCognito, ...otherIssuer, adopt: adopted }],
  ['nothing', { pages: 'none', signUp: 'closed' }],
  ['a quota of ten', { accountConcurrency: 10 }],
  [
    'a domain of the API without a hosted zone',
    { api: { ...everythingAroundCognito.api, hostedZoneId: undefined } },
  ],
  ['a fixed account and region', { account: '111122223333', region: 'eu-west-1' }],
];

describe.each([...alone, ...together])('a stack with %s', (_name, settings) => {
  it('is valid', { timeout: 120_000 }, () => {
    const template = synthesizeStack(settings);

    const faults = Object.entries(rules).map(([name, rule]) => [name, rule(template, settings)]);
    expect(Object.fromEntries(faults)).toEqual(
      Object.fromEntries(Object.keys(rules).map((name) => [name, []])),
    );
  });

  it('has no finding of the AWS Solutions rules without an acknowledged reason', {
    timeout: 120_000,
  }, async () => {
    expect(await findings(settings)).toEqual([]);
  });
});

it('has a sample of every setting', () => {
  expect(
    Object.keys(properties).filter((name) => valuesOf(name, properties[name] ?? {}).includes(undefined)),
  ).toEqual([]);
});
