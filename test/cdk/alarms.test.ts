import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitLimitOf } from '../../cdk/concurrency.ts';
import { logQueries } from '../../cdk/log-queries.ts';
import { runbook as entries, type RunbookEntry } from '../../cdk/runbook.ts';
import { measures } from '../../lib/measures.ts';
import { type Json, resourcesOf, targetOf } from './check/template.ts';
import { severalSettings } from './settings.ts';
import { synthesizeStack } from './synthesize-stack.ts';

const type = 'AWS::CloudWatch::Alarm';
const runbook: Readonly<Record<string, RunbookEntry>> = entries;
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

/** The queries and expressions of an alarm on a calculation. */
const expressionOf = ({ Metrics }: Json): string =>
  Metrics.find(({ Expression }: Json) => Expression !== undefined)?.Expression;
const metricsOf = ({ Metrics }: Json): Json[] =>
  Metrics.flatMap(({ MetricStat }: Json) => (MetricStat === undefined ? [] : [MetricStat.Metric]));

/** The resource that the alarm's dimensions name. */
const withoutHash = (id = ''): string => id.replace(/[0-9A-F]{8}$/, '');

const watched = ({ Dimensions = [] }: Json): string =>
  withoutHash(Dimensions.map(({ Value }: Json) => targetOf(Value)).join());

it('each has its text in docs/runbook.md, and in its mail', () => {
  const docs = readFileSync('docs/runbook.md', 'utf8');
  const rows = Object.entries(runbook).map(
    ([name, { severity, meaning, action }]) => `| \`${name}\` | ${severity} | ${meaning} | ${action} |`,
  );
  const alarms = alarmsOf(full);

  expect(Object.keys(alarms).toSorted()).toEqual(Object.keys(runbook).toSorted());
  expect(docs).toContain(
    ['| Alarm | Severity | Meaning | Action |', '|---|---|---|---|', ...rows, ''].join('\n'),
  );
  for (const [name, { meaning, action }] of Object.entries(runbook)) {
    const { AlarmDescription: text } = alarms[name];
    expect(text).toContain(meaning);
    expect(text).toContain(action);
    expect(text.length).toBeLessThanOrEqual(1024);
  }
});

it('publishes to the topic of its severity, when it triggers and when it clears', () => {
  for (const [name, { severity }] of Object.entries(runbook)) {
    const { AlarmActions, OKActions } = alarmsOf(full)[name];
    expect([AlarmActions, OKActions].flat().map(targetOf).map(withoutHash)).toEqual(
      Array.from({ length: 2 }, () => (severity === 'page' ? 'AlarmsTopic' : 'AlarmsTickets')),
    );
  }
});

it('calculates with at most ten metrics, which is the limit of CloudWatch', () => {
  for (const { Metrics = [] } of Object.values(alarmsOf(full)))
    expect(Metrics.filter(({ MetricStat }: Json) => MetricStat).length).toBeLessThanOrEqual(10);
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

it('watches the queue, errors and throttles of each worker', () => {
  const alarms = alarmsOf(full);
  const names = [
    'ConvertDocument',
    'ConvertLargeDocument',
    'ConvertWebPage',
    'ConvertOfficeDocument',
    'RecognizePages',
  ];
  const queues = ['Jobs', 'LargeJobs', 'WebPageJobs', 'OfficeJobs', 'RecognitionJobs'];
  const watchedBy = (name: string): string[] => metricsOf(alarms[name]).map(watched);

  expect(watchedBy('QueueAge')).toEqual(queues.map((name) => `${name}Queue`));
  expect(watchedBy('QueueStopped').toSorted()).toEqual(
    queues.flatMap((name) => [`${name}Queue`, `${name}Queue`]).toSorted(),
  );
  for (const kind of ['WorkerErrors', 'WorkerThrottles'])
    expect(watchedBy(kind)).toEqual(names.map((name) => `${name}Function`));
  expect(expressionOf(alarms.WorkerErrors)).toBe(
    'MAX([FILL(m0, 0), FILL(m1, 0), FILL(m2, 0), FILL(m3, 0), FILL(m4, 0)])',
  );
});

it('knows what a month would cost at the rate of an hour, if the operator has a budget', () => {
  const { SpendRate } = alarmsOf(full);

  expect(SpendRate.Threshold).toBe(300);
  expect(
    metricsOf(SpendRate)
      .map(({ MetricName }) => MetricName)
      .toSorted(),
  ).toEqual(['Count', ...Array.from({ length: 5 }, () => 'Duration')]);
  expect(expressionOf(SpendRate)).toContain('730 * (0.0000166667 * (');
  expect(expressionOf(SpendRate)).toContain('+ 0.0000035 * FILL(requests, 0))');
  expect(alarmsOf(plain)).not.toHaveProperty('SpendRate');
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

it('e-mails the addresses that the operator sets', () => {
  expect(resourcesOf(full, 'AWS::SNS::Subscription').map(([, properties]) => properties)).toEqual([
    {
      Protocol: 'email',
      Endpoint: 'operator@example.com',
      TopicArn: { Ref: expect.stringMatching('Topic') },
    },
    { Protocol: 'email', Endpoint: 'team@example.com', TopicArn: { Ref: expect.stringMatching('Tickets') } },
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

/** The text of a property, without what its references refer to. */
const textOf = (value: Json): string =>
  typeof value === 'string'
    ? value
    : value['Fn::Join'][1].filter((part: Json) => typeof part === 'string').join('STACK');

it('the dashboard shows each alarm and each metric of the service', () => {
  const [[, { DashboardBody }] = []] = resourcesOf(plain, 'AWS::CloudWatch::Dashboard');
  const body = textOf(DashboardBody);

  const shown = Object.keys(measures).filter(
    (name) => body.includes(`\\"${name}\\"`) || body.includes(`"${name}"`),
  );
  expect(shown).toEqual(Object.keys(measures).filter((name) => name !== 'Incidents'));
  const alarms = JSON.stringify(DashboardBody).match(
    /AlarmsJobsFailing|AlarmsReconcilerMissing|AlarmsApiSlow/g,
  );
  expect(new Set(alarms).size).toBe(3);
});

it('the runbook refers to saved queries that exist', () => {
  const saved = resourcesOf(plain, 'AWS::Logs::QueryDefinition');
  const named = Object.values(entries).flatMap(({ action }) =>
    [...action.matchAll(/quer(?:y|ies) `([^`]+)`/g)].map(([, name]) => name),
  );

  expect(saved.map(([, { Name }]) => textOf(Name).replace(/^.*\//, ''))).toEqual(
    logQueries.map(({ name }) => name),
  );
  expect(logQueries.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  for (const [, { LogGroupNames }] of saved) expect(LogGroupNames.length).toBeLessThanOrEqual(50);
});

it('queries read fields that log lines have', () => {
  const documented = readFileSync('docs/runbook.md', 'utf8');
  const fields = logQueries
    .flatMap(
      ({ filter, stats = '' }) => `${filter} ${stats}`.match(/\b(?:[a-z]+[A-Z]\w+|[A-Z][a-z]\w+)\b/g) ?? [],
    )
    .filter((field) => !['waitMs', 'engineMs', 'webhookId'].includes(field));

  for (const field of fields.filter((each) => !/^A|^X/.test(each)))
    expect(documented).toContain(`\`${field}\``);
});

it('compares the bill with a budget, and records traces, only if the operator says so', () => {
  const [[, budget] = []] = resourcesOf(full, 'AWS::Budgets::Budget');
  const traced = (template: Json): number =>
    resourcesOf(template, 'AWS::Lambda::Function').filter(
      ([, { TracingConfig }]) => TracingConfig?.Mode === 'Active',
    ).length;

  expect(budget.Budget.BudgetLimit).toEqual({ Amount: 100, Unit: 'USD' });
  expect(resourcesOf(plain, 'AWS::Budgets::Budget')).toEqual([]);
  expect(traced(plain)).toBe(0);
  expect(traced(full)).toBeGreaterThan(40);
  expect(resourcesOf(full, 'AWS::ApiGateway::Stage').map(([, { TracingEnabled }]) => TracingEnabled)).toEqual(
    [true],
  );
});
