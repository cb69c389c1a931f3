import { describe, expect, it } from 'vitest';
import { readAlarms, watchAlarms } from '../../../local/watching/alarms.ts';
import { evaluateMath } from '../../../local/watching/metric-math.ts';
import { createMetricStore } from '../../../local/watching/metric-store.ts';
import { prometheusText } from '../../../local/watching/prometheus.ts';
import { readEmf } from '../../../local/watching/read-emf.ts';
import { renderWatchPage } from '../../../local/watching/watch-page.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 27, 3, 0);
const jobs = (Outcome: string) => ({ namespace: 'DocForge/S', name: 'Jobs', dimensions: { Outcome } });
const wait = (Worker: string) => ({ namespace: 'DocForge/S', name: 'JobWait', dimensions: { Worker } });

describe('a metric', () => {
  it('has statistics of the minutes between two times', () => {
    const store = createMetricStore();
    for (const [at, value] of [
      [0, 1],
      [30_000, 5],
      [minute, 10],
      [5 * minute, 100],
    ] as const)
      store.record(wait('standard'), value, start + at);

    const read = (statistic: string, until = start + 2 * minute) =>
      store.read(wait('standard'), statistic, start, until);
    expect(
      ['Sum', 'Average', 'SampleCount', 'Minimum', 'Maximum', 'p50', 'p99'].map((name) => read(name)),
    ).toEqual([16, 16 / 3, 3, 1, 10, 5, 10]);
    expect(read('Sum', start + 6 * minute)).toBe(116);
    expect(store.read(wait('standard'), 'Sum', start + 2 * minute, start + 5 * minute)).toBeUndefined();
    expect(store.read(wait('large'), 'Sum', start, start + minute)).toBeUndefined();
  });

  it('is kept for a day, and its percentiles for an hour', () => {
    const store = createMetricStore();
    store.record(wait('standard'), 1, start);
    const read = (statistic: string) => store.read(wait('standard'), statistic, start, start + minute);

    store.record(wait('standard'), 1, start + 61 * minute);
    expect([read('Sum'), read('p90')]).toEqual([1, undefined]);
    store.record(wait('standard'), 1, start + 1441 * minute);
    expect(read('Sum')).toBeUndefined();
    expect(store.list()).toMatchObject([{ total: { sum: 3, count: 3 } }]);
  });

  it('has percentiles only if alarms or charts show them', () => {
    const store = createMetricStore();
    store.record(jobs('complete'), 1, start);

    expect(() => store.read(jobs('complete'), 'p90', start, start + minute)).toThrow('percentileMetrics');
  });

  it('is the same in whatever order its dimensions are', () => {
    const store = createMetricStore();
    const id = { namespace: 'N', name: 'M' };
    store.record({ ...id, dimensions: { a: '1', b: '2' } }, 1, start);
    store.record({ ...id, dimensions: { b: '2', a: '1' } }, 1, start);

    expect(store.list()).toMatchObject([{ total: { sum: 2, count: 2 } }]);
  });

  it('is read from a log line in the embedded metric format, once for each set of dimensions', () => {
    const line = {
      message: 'A job ended',
      _aws: {
        Timestamp: 1,
        CloudWatchMetrics: [
          { Namespace: 'N', Dimensions: [['Outcome'], ['Pair']], Metrics: [{ Name: 'Jobs', Unit: 'Count' }] },
          { Namespace: 'N', Dimensions: [['Worker']], Metrics: [{ Name: 'JobWait' }, { Name: 'Missing' }] },
        ],
      },
      ...{ Jobs: 1, JobWait: [5, 7], Outcome: 'complete', Pair: 'text-pdf', Worker: 'standard' },
    };

    const wait = { namespace: 'N', name: 'JobWait', dimensions: { Worker: 'standard' } };
    expect(readEmf(line)).toEqual([
      { metric: { namespace: 'N', name: 'Jobs', dimensions: { Outcome: 'complete' } }, value: 1 },
      { metric: { namespace: 'N', name: 'Jobs', dimensions: { Pair: 'text-pdf' } }, value: 1 },
      { metric: wait, value: 5 },
      { metric: wait, value: 7 },
    ]);
    expect(readEmf({ message: 'A line' })).toEqual([]);
    expect(readEmf({ _aws: 'x' })).toEqual([]);
  });
});

describe('metric math', () => {
  const values = new Map([
    ['a', 6],
    ['b', 2],
    ['none', undefined],
  ]);

  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['100 * a / (a + b)', 75],
    ['a - b - 1', 3],
    ['MAX([a, b, FILL(none, 9)])', 9],
    ['MAX([none, b])', 2],
    ['IF(a >= 6 AND b < 2, 1, 0)', 0],
    ['IF(a > 6 OR b <= 2, 1, 0) + IF(a == 6, 1, 0)', 2],
    ['IF(b != 2, 1 / 0, 5)', 5],
    ['FILL(none, 0)', 0],
    ['none + 1', undefined],
    ['a / 0', undefined],
  ])('%s is %s', (expression, value) => {
    expect(evaluateMath(expression, values)).toBe(value);
  });

  it.each(['a +', 'a b', 'SEARCH(a)', 'unknown', '(a', 'a $ b', ''])('refuses %j', (expression) => {
    expect(() => evaluateMath(expression, values)).toThrow('metric math');
  });
});

describe('alarms', () => {
  const scope = {
    ref: (name: string) => (name === 'AWS::StackName' ? 'S' : undefined),
    attribute: () => undefined,
  } as unknown as Parameters<typeof readAlarms>[1];
  const name = (text: string) => ({ 'Fn::Join': ['', [{ Ref: 'AWS::StackName' }, text]] });
  const stat = (Id: string, Outcome: string) => ({
    Id,
    MetricStat: {
      Metric: {
        Namespace: name('/own'),
        MetricName: 'Jobs',
        Dimensions: [{ Name: 'Outcome', Value: Outcome }],
      },
      Period: 300,
      Stat: 'Sum',
    },
    ReturnData: false,
  });
  const alarm = (AlarmName: string, properties: object) => ({
    logicalId: AlarmName,
    type: 'AWS::CloudWatch::Alarm',
    metadata: {},
    properties: {
      AlarmName: name(`-${AlarmName}`),
      AlarmDescription: 'Act now. Jobs fail.\n\nWhat to do: Read `Jobs`.',
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Threshold: 10,
      TreatMissingData: 'notBreaching',
      ...properties,
    },
  });
  const template = {
    stackName: 'S',
    resources: new Map(
      [
        alarm('Share', {
          Metrics: [
            {
              Id: 'share',
              Expression: 'IF(FILL(failed, 0) >= 3, 100 * failed / (failed + FILL(complete, 0)), 0)',
            },
            stat('failed', 'failed'),
            stat('complete', 'complete'),
          ],
        }),
        alarm('Missing', {
          Namespace: 'AWS/Lambda',
          MetricName: 'Invocations',
          Dimensions: [{ Name: 'FunctionName', Value: 'f' }],
          Statistic: 'Sum',
          Period: 300,
          EvaluationPeriods: 2,
          ComparisonOperator: 'LessThanThreshold',
          Threshold: 1,
          TreatMissingData: 'breaching',
        }),
        alarm('Elsewhere', {
          Namespace: 'AWS/Cognito',
          MetricName: 'SignUpSuccesses',
          Dimensions: [{ Name: 'UserPool', Value: { Ref: 'Pool' } }],
          Statistic: 'Sum',
          Period: 300,
        }),
      ].map((resource) => [resource.logicalId, resource]),
    ),
  } as unknown as Parameters<typeof readAlarms>[0];

  const setUp = () => {
    const store = createMetricStore();
    const at = watchAlarms(readAlarms(template, scope), store, start);
    const states = (now: number) => Object.fromEntries(at(now).map((each) => [each.name, each.state]));
    const own = (Outcome: string) => ({ namespace: 'S/own', name: 'Jobs', dimensions: { Outcome } });
    return { store, at, states, own };
  };

  it('trigger at their threshold in their last period, and clear when it is over', () => {
    const { store, states, own } = setUp();
    for (let job = 0; job < 27; job += 1) store.record(own('complete'), 1, start);
    for (let job = 0; job < 2; job += 1) store.record(own('failed'), 1, start);
    expect(states(start)).toMatchObject({ Share: 'ok' });

    store.record(own('failed'), 1, start + minute);

    expect(states(start + minute)).toMatchObject({ Share: 'alarm' });
    expect(states(start + 7 * minute)).toMatchObject({ Share: 'ok' });
  });

  it('treat missing data as a fault only once the stack has run for as long', () => {
    const { store, states, at } = setUp();
    expect(states(start + 5 * minute)).toMatchObject({ Missing: 'unknown' });
    expect(states(start + 11 * minute)).toMatchObject({ Missing: 'alarm' });

    store.record(
      { namespace: 'AWS/Lambda', name: 'Invocations', dimensions: { FunctionName: 'f' } },
      1,
      start + 12 * minute,
    );

    expect(states(start + 12 * minute)).toMatchObject({ Missing: 'ok' });
    expect(at(start + 13 * minute).find((each) => each.name === 'Missing')).toMatchObject({
      since: start + 12 * minute,
    });
  });

  it('of services that this machine does not have are unknown', () => {
    expect(setUp().states(start + 60 * minute)).toMatchObject({ Elsewhere: 'unknown' });
  });

  it('are on the page with their runbook, and in Prometheus with their severity', () => {
    const { store, at, own } = setUp();
    for (let job = 0; job < 3; job += 1) store.record(own('failed'), 1, start);
    store.record({ namespace: 'DocForge/S', name: 'Jobs', dimensions: { Outcome: '<b>"x"\n' } }, 2, start);
    store.record(
      { namespace: 'AWS/SQS', name: 'ApproximateAgeOfOldestMessage', dimensions: { QueueName: 'S-Q' } },
      4,
      start,
    );

    store.record({ namespace: 'AWS/ApiGateway', name: '5XXError', dimensions: { ApiName: 'S' } }, 1, start);

    const page = renderWatchPage('S', store, at(start), start);
    const text = prometheusText(store, at(start));

    expect(page).toContain('1 alarm<');
    expect(page).toContain('What to do: Read <code>Jobs</code>.');
    expect(page).not.toContain('<b>"x"');
    expect(text).toContain('docforge_alarm{name="Share",severity="page"} 1\n');
    expect(text).toContain('docforge_jobs_total{outcome="<b>\\"x\\"\\n"} 2\n');
    expect(text).toContain('aws_api_gateway_responses_5xx_total{api_name="S"} 1\n');
    expect(text).toContain('# TYPE aws_sqs_approximate_age_of_oldest_message gauge\n');
  });
});
