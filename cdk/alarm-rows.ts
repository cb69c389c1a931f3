import { Duration } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { type ApplicationTargetGroup, HttpCodeTarget } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { queueAgeAlarmSeconds } from '../lib/jobs/job-times.ts';
import { dueIndex } from '../lib/table-layout.ts';

/** The resources that the alarms watch. */
export type Watched = {
  /** The workers by the names of their constructs, with the queues they consume. */
  readonly workers: readonly { readonly name: string; readonly lambda: IFunction; readonly queue: IQueue }[];
  readonly deadLetters: IQueue;
  readonly failAbandonedJob: IFunction;
  readonly reconcile: LambdaFunction;
  readonly announceJob: IFunction;
  readonly webhookQueue: IQueue;
  readonly table: Table;
  readonly restApi: SpecRestApi;
  /** Concurrent executions that the account may use; undefined if the operator has not stated them. */
  readonly accountConcurrency: number | undefined;
  /** The containers that receive large uploads, if they are deployed. */
  readonly uploads: ApplicationTargetGroup | undefined;
};

/** One alarm. It fires if the metric reaches `atLeast`, or falls below `below`, in each of `periods` periods in a row. */
type AlarmRow = {
  /** Its kind, which docs/operating.md explains; of several with one kind each adds what it watches. */
  readonly name: string;
  readonly metric: IMetric;
  readonly threshold: { readonly atLeast: number } | { readonly below: number };
  readonly periods: number;
  /** Whether missing data is a fault. */
  readonly missingIsFault?: true;
};

/** The period of a metric, unless an alarm says otherwise. */
export const period = Duration.minutes(5);

/** Webhooks leave within seconds. */
const lateWebhookSeconds = 900;

/** A percentage of the quota that leaves time to raise it. */
const concurrencyShare = 0.8;

/**
 * More periods than a single dead worker causes: its message stays invisible for 21 minutes although its job was sent again
 * immediately, and is older than the threshold for 11 of them.
 */
const queueAgePeriods = 4;

/** Write and read throttles of a table or of one of its indexes, as terms of a sum; a metric without data counts as 0. */
const throttles = (table: Table): IMetric => {
  const metric = (metricName: string, dimensions: Readonly<Record<string, string>> = {}): Metric =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName, ...dimensions },
      statistic: Stats.SUM,
      period,
    });
  return new MathExpression({
    expression: 'FILL(reads, 0) + FILL(writes, 0) + FILL(index, 0)',
    usingMetrics: {
      reads: metric('ReadThrottleEvents'),
      writes: metric('WriteThrottleEvents'),
      index: metric('WriteThrottleEvents', { GlobalSecondaryIndexName: dueIndex.name }),
    },
    period,
  });
};

/** Used and reserved executions of all functions in the account and region. */
const claimedConcurrency = new Metric({
  namespace: 'AWS/Lambda',
  metricName: 'ClaimedAccountConcurrency',
  statistic: Stats.MAXIMUM,
  period: Duration.minutes(1),
});

const workerRows = ({ name, lambda, queue }: Watched['workers'][number]): readonly AlarmRow[] => [
  {
    name: `QueueAge-${name}`,
    metric: queue.metricApproximateAgeOfOldestMessage({ period }),
    threshold: { atLeast: queueAgeAlarmSeconds },
    periods: queueAgePeriods,
  },
  // Failed documents do not count: these are workers that died, timed out or did not start.
  {
    name: `WorkerErrors-${name}`,
    metric: lambda.metricErrors({ period }),
    threshold: { atLeast: 3 },
    periods: 1,
  },
  // Lambda tries again by itself, so only throttling that lasts delays jobs.
  {
    name: `WorkerThrottles-${name}`,
    metric: lambda.metricThrottles({ period }),
    threshold: { atLeast: 1 },
    periods: 3,
  },
];

const uploadRows = (targets: ApplicationTargetGroup): readonly AlarmRow[] => [
  {
    name: 'UploadServiceMissing',
    metric: targets.metrics.healthyHostCount({ period: Duration.minutes(1), statistic: Stats.MINIMUM }),
    threshold: { below: 1 },
    periods: 5,
    missingIsFault: true,
  },
  {
    name: 'UploadServiceErrors',
    metric: targets.metrics.httpCodeTarget(HttpCodeTarget.TARGET_5XX_COUNT, { period, statistic: Stats.SUM }),
    threshold: { atLeast: 5 },
    periods: 1,
  },
];

/**
 * Every alarm of the service, as data.
 *
 * @param unfinished the least that a run of the reconciler left in a period
 */
export const alarmRows = (watched: Watched, unfinished: IMetric): readonly AlarmRow[] => [
  // fail-abandoned-job receives them within seconds, so they are rarely visible in CloudWatch's samples; receives count each one.
  {
    name: 'DeadLetters',
    metric: watched.deadLetters.metricNumberOfMessagesReceived({ period }),
    threshold: { atLeast: 1 },
    periods: 1,
  },
  {
    name: 'DeadLettersWaiting',
    metric: watched.deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
    threshold: { atLeast: 1 },
    periods: 2,
  },
  {
    name: 'FailAbandonedJobErrors',
    metric: watched.failAbandonedJob.metricErrors({ period }),
    threshold: { atLeast: 1 },
    periods: 1,
  },
  ...watched.workers.flatMap(workerRows),
  {
    name: 'ReconcilerMissing',
    metric: watched.reconcile.metricInvocations({ period }),
    threshold: { below: 1 },
    periods: 2,
    missingIsFault: true,
  },
  // It runs five times in a period, in four shares, and the next run repairs a failed one: one bad minute of all is no alarm, and one share
  // that always fails is.
  {
    name: 'ReconcilerErrors',
    metric: watched.reconcile.metricErrors({ period }),
    threshold: { atLeast: 5 },
    periods: 1,
  },
  // In every run of a quarter of an hour: a burst takes a few runs.
  {
    name: 'ReconcilerBehind',
    metric: unfinished,
    threshold: { atLeast: 1 },
    periods: 3,
  },
  // The age of the oldest change of the table that it has not read.
  {
    name: 'AnnouncementsLate',
    metric: watched.announceJob.metric('IteratorAge', { period, statistic: Stats.MAXIMUM }),
    threshold: { atLeast: lateWebhookSeconds * 1000 },
    periods: 1,
  },
  {
    name: 'WebhooksLate',
    metric: watched.webhookQueue.metricApproximateAgeOfOldestMessage({ period }),
    threshold: { atLeast: lateWebhookSeconds },
    periods: 1,
  },
  {
    name: 'ApiServerErrors',
    metric: watched.restApi.metricServerError({ period, statistic: Stats.SUM }),
    threshold: { atLeast: 5 },
    periods: 1,
  },
  { name: 'TableThrottles', metric: throttles(watched.table), threshold: { atLeast: 10 }, periods: 1 },
  ...(watched.uploads === undefined ? [] : uploadRows(watched.uploads)),
  ...(watched.accountConcurrency === undefined
    ? []
    : [
        {
          name: 'ConcurrencyUsed',
          metric: claimedConcurrency,
          threshold: { atLeast: Math.ceil(concurrencyShare * watched.accountConcurrency) },
          periods: 5,
        },
      ]),
];
