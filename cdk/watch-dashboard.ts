import { Aws, Duration } from 'aws-cdk-lib';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { DimensionName, MeasureName } from '../lib/measures.ts';
import { ownMetric, period, type Watched } from './alarm-rows.ts';
import { metricsNamespace } from './environment.ts';

/** Widgets in a row of the dashboard's 24 columns. */
const perRow = 3;
const width = 24 / perRow;

/** A line for each value of a dimension that has data. */
const each = (name: MeasureName, dimension: DimensionName, statistic: string): IMetric =>
  new MathExpression({
    expression: `SEARCH('{"${metricsNamespace}",${dimension}} MetricName="${name}"', '${statistic}', ${period.toSeconds()})`,
    label: `\${PROP('Dim.${dimension}')}`,
    period,
    usingMetrics: {},
  });

type Graph = { readonly title: string; readonly left: readonly IMetric[]; readonly stacked?: true };

const graphs = ({ workers, restApi, webhookQueue, reconcile }: Watched): readonly Graph[] => [
  { title: 'Jobs by outcome', left: [each('Jobs', 'Outcome', 'Sum')], stacked: true },
  { title: 'Jobs by formats', left: [each('Jobs', 'Pair', 'Sum')], stacked: true },
  { title: 'Jobs by engine', left: [each('Jobs', 'Engine', 'Sum')], stacked: true },
  { title: 'Wait in the queue, p90 in ms', left: [each('JobWait', 'Worker', 'p90')] },
  { title: 'Engine time, p90 in ms', left: [each('EngineTime', 'Worker', 'p90')] },
  { title: 'Pages', left: [each('Pages', 'Worker', 'Sum')], stacked: true },
  {
    title: 'Requests',
    left: [
      restApi.metricCount({ period, label: 'all' }),
      restApi.metricClientError({ period, label: '4xx' }),
      restApi.metricServerError({ period, label: '5xx' }),
    ],
  },
  {
    title: 'Latency of requests in ms, waits included',
    left: [50, 90, 99].map((share) =>
      restApi.metricLatency({ period, statistic: Stats.percentile(share), label: `p${share}` }),
    ),
  },
  { title: 'Refusals by cause', left: [each('Refusals', 'Cause', 'Sum')], stacked: true },
  {
    title: 'Messages sent and taken by queue',
    left: workers.flatMap(({ name, queue }) => [
      queue.metricNumberOfMessagesSent({ period, label: `${name} sent` }),
      queue.metricNumberOfMessagesReceived({ period, label: `${name} taken` }),
    ]),
  },
  {
    title: 'Age of the oldest message in s',
    left: [...workers, { name: 'Webhooks', queue: webhookQueue }].map(({ name, queue }) =>
      queue.metricApproximateAgeOfOldestMessage({ period, label: name }),
    ),
  },
  {
    title: 'Errors and throttles of workers',
    left: workers.flatMap(({ name, lambda }) => [
      lambda.metricErrors({ period, label: `${name} errors` }),
      lambda.metricThrottles({ period, label: `${name} throttles` }),
    ]),
  },
  {
    title: 'Lateness of the reconciler in s',
    left: (['DeletionsLate', 'ChecksLate'] as const).map((name) =>
      ownMetric(name, { Schedule: 'all' }, { statistic: Stats.MAXIMUM, label: name }),
    ),
  },
  {
    title: 'Runs of the reconciler',
    left: [
      reconcile.metricInvocations({ period, label: 'runs' }),
      reconcile.metricErrors({ period, label: 'failed' }),
    ],
  },
  { title: 'Attempts of webhooks', left: [each('WebhookAttempts', 'Attempt', 'Sum')], stacked: true },
];

/** The dashboard of the stack in CloudWatch: the alarms, and below them what explains them. */
export const createWatchDashboard = (
  scope: Construct,
  { alarms, ...watched }: Watched & { readonly alarms: readonly Alarm[] },
): void => {
  const widgets = graphs(watched).map(
    ({ title, left, stacked = false }) =>
      new GraphWidget({ title, left: [...left], stacked, width, height: 6 }),
  );
  const rows = widgets.flatMap((_, at) => (at % perRow === 0 ? [widgets.slice(at, at + perRow)] : []));
  new Dashboard(scope, 'WatchDashboard', {
    dashboardName: Aws.STACK_NAME,
    defaultInterval: Duration.hours(3),
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: 4 })],
      ...rows,
    ],
  });
};
