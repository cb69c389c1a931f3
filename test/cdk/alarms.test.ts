import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitLimitOf } from '../../cdk/concurrency.ts';
import { type Json, resourcesOf, targetOf } from './check/template.ts';
import { severalSettings } from './settings.ts';
import { synthesizeStack } from './synthesize-stack.ts';

const type = 'AWS::CloudWatch::Alarm';
const prefix = { 'Fn::Join': ['', [{ Ref: 'AWS::StackName' }, expect.any(String)]] };

let plain: Json;
let full: Json;

beforeAll(() => {
  plain = synthesizeStack();
  full = synthesizeStack(severalSettings);
}, 120_000);

/** The properties of each alarm by its name, without the stack's. */
const alarmsOf = (template: Json): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    resourcesOf(template, type).map(([, properties]) => {
      expect(properties.AlarmName).toEqual(prefix);
      return [properties.AlarmName['Fn::Join'][1][1].slice(1), properties];
    }),
  );

const kindOf = (name: string): string => name.split('-')[0] ?? '';

const runbook = (): readonly string[] =>
  [...readFileSync('docs/operating.md', 'utf8').matchAll(/^\| `([A-Z]\w+)(?:-WORKER)?` \|/gm)].map(
    ([, name = '']) => name,
  );

/** The resource that the alarm's dimensions name. */
const watched = ({ Dimensions = [] }: Json): string =>
  Dimensions.map(({ Value }: Json) => targetOf(Value))
    .join()
    .replace(/[0-9A-F]{8}$/, '');

it('has one line in the runbook for each alarm, and no others', () => {
  const kinds = [...new Set(Object.keys(alarmsOf(full)).map(kindOf))];

  expect(runbook().toSorted()).toEqual(kinds.toSorted());
});

it('costs what docs/operating.md states', () => {
  const metrics = (template: Json): number =>
    resourcesOf(template, type).reduce(
      (sum, [, { Metrics }]) => sum + (Metrics?.filter((each: Json) => each.MetricStat).length ?? 1),
      0,
    );

  const said = readFileSync('docs/operating.md', 'utf8').match(
    /(\S+) dollars for the (\d+) metrics of a plain deployment, (\S+) more\s+with/,
  );

  expect(said?.slice(1).map(Number)).toEqual([metrics(plain) / 10, metrics(plain), 0.1]);
});

describe('each worker', () => {
  it.each([
    ['ConvertDocument', 'Jobs'],
    ['ConvertLargeDocument', 'LargeJobs'],
    ['ConvertWebPage', 'WebPageJobs'],
    ['ConvertOfficeDocument', 'OfficeJobs'],
    ['RecognizePages', 'RecognitionJobs'],
  ])('%s has alarms on its queue, errors and throttles', (worker, queue) => {
    const alarms = alarmsOf(full);

    expect(alarms[`QueueAge-${worker}`]).toMatchObject({
      MetricName: 'ApproximateAgeOfOldestMessage',
      Threshold: 600,
    });
    expect(watched(alarms[`QueueAge-${worker}`])).toBe(`${queue}Queue`);
    expect(alarms[`WorkerErrors-${worker}`]).toMatchObject({ MetricName: 'Errors', Statistic: 'Sum' });
    expect(alarms[`WorkerThrottles-${worker}`]).toMatchObject({ MetricName: 'Throttles', Statistic: 'Sum' });
    for (const kind of ['WorkerErrors', 'WorkerThrottles'])
      expect(watched(alarms[`${kind}-${worker}`])).toBe(`${worker}Function`);
  });
});

it('goes off for dead letters that fail-abandoned-job processed, and for those it could not', () => {
  const alarms = alarmsOf(plain);

  expect(alarms.DeadLetters).toMatchObject({ MetricName: 'NumberOfMessagesReceived', Threshold: 1 });
  expect(alarms.DeadLettersWaiting).toMatchObject({
    MetricName: 'ApproximateNumberOfMessagesVisible',
    Statistic: 'Maximum',
    Threshold: 1,
  });
  expect([watched(alarms.DeadLetters), watched(alarms.DeadLettersWaiting)]).toEqual([
    'JobsDeadLetters',
    'JobsDeadLetters',
  ]);
});

it('treats a missing reconciler and missing containers as faults, and no other missing data', () => {
  const breaching = Object.entries(alarmsOf(full)).flatMap(([name, { TreatMissingData }]) =>
    TreatMissingData === 'breaching' ? [name] : [],
  );

  expect(breaching).toEqual(['ReconcilerMissing', 'UploadServiceMissing']);
  expect(alarmsOf(plain).ReconcilerMissing).toMatchObject({
    MetricName: 'Invocations',
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 1,
  });
});

it('e-mails the address that the operator sets', () => {
  expect(resourcesOf(full, 'AWS::SNS::Subscription').map(([, properties]) => properties)).toEqual([
    { Protocol: 'email', Endpoint: 'operator@example.com', TopicArn: expect.anything() },
  ]);
  expect(resourcesOf(plain, 'AWS::SNS::Subscription')).toEqual([]);
});

describe('concurrency', () => {
  const reservedOf = (template: Json): Readonly<Record<string, number>> =>
    Object.fromEntries(
      resourcesOf(template, 'AWS::Lambda::Function').flatMap(([id, { ReservedConcurrentExecutions }]) =>
        ReservedConcurrentExecutions === undefined
          ? []
          : [[id.replace(/Function[0-9A-F]{8}$/, ''), ReservedConcurrentExecutions]],
      ),
    );

  it('is not reserved by default, so that the stack deploys to a new account', () => {
    expect(reservedOf(plain)).toEqual({});
    expect(alarmsOf(plain)).not.toHaveProperty('ConcurrencyUsed');
  });

  it('is reserved for the workers if the operator sets the quota', () => {
    expect(reservedOf(full)).toEqual({
      ConvertDocument: 80,
      ConvertLargeDocument: 60,
      ConvertWebPage: 80,
      ConvertOfficeDocument: 80,
      RecognizePages: 60,
      FailAbandonedJob: 2,
      AnnounceJob: 10,
      DeliverWebhook: 20,
      Reconcile: 4,
    });
    expect(alarmsOf(full).ConcurrencyUsed).toMatchObject({
      MetricName: 'ClaimedAccountConcurrency',
      Threshold: 397,
    });
  });

  it.each([
    [undefined, undefined],
    [10, 3],
    [495, 165],
    [496, undefined],
  ])('of %s lets %s calls wait at once', (quota, calls) => {
    expect(waitLimitOf(quota)).toBe(calls);
  });

  it('is not reserved from a quota that is too small, and a third of it may wait', () => {
    const small = synthesizeStack({ accountConcurrency: 10 });
    const limits = resourcesOf(small, 'AWS::Lambda::Function').flatMap(
      ([, { Environment }]) => Environment?.Variables.WAIT_LIMIT ?? [],
    );

    expect(reservedOf(small)).toEqual({});
    // Of convert, extract, a job, its result and a sample.
    expect(limits).toEqual(['3', '3', '3', '3', '3']);
    expect(alarmsOf(small).ConcurrencyUsed).toMatchObject({ Threshold: 8 });
  });
});
