import { Duration } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { type ApplicationTargetGroup, HttpCodeTarget } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { queueAgeAlarmSeconds } from '../lib/jobs/job-times.ts';
import type { DimensionName, MeasureName } from '../lib/measures.ts';
import { dueIndex } from '../lib/table-layout.ts';
import { metricsNamespace } from './environment.ts';
import type { AlarmName } from './runbook.ts';

/** The resources that the alarms watch. */
export type Watched = {
  /** The workers by the names of their constructs, with the queues they consume. */
  readonly workers: readonly {
    readonly name: string;
    readonly lambda: LambdaFunction;
    readonly memoryMegabytes: number;
    readonly queue: IQueue;
  }[];
  readonly deadLetters: IQueue;
  readonly failAbandonedJob: IFunction;
  readonly reconcile: LambdaFunction;
  readonly announceJob: IFunction;
  readonly webhookQueue: IQueue;
  readonly table: ITable;
  readonly restApi: SpecRestApi;
  /** Concurrent executions that the account may use; undefined if the operator has not stated them. */
  readonly accountConcurrency: number | undefined;
  /** US dollars that the account should cost a month; undefined if the operator has not stated them. */
  readonly monthlyBudget: number | undefined;
  /** The user pool and the dashboard's client; undefined with another issuer. */
  readonly users: { readonly userPoolId: string; readonly clientId: string } | undefined;
  /** The containers that receive large uploads, if they are deployed. */
  readonly uploads: ApplicationTargetGroup | undefined;
};

/** One alarm. It fires if the metric reaches `atLeast`, or falls below `below`, in each of `periods` periods in a row. */
type AlarmRow = {
  readonly name: AlarmName;
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

/** The reconciler runs each minute, and sweeps an item a minute after it is due. */
const lateScheduleSeconds = 900;

/** Cognito sends 50 mails a day. */
const mailsBeforeQuota = 40;

/** List prices in us-east-1, as in bench/service/aws-prices.ts. */
const dollarsOf = { gigabyteSecond: 0.0000166667, request: 0.0000035 };
const hoursOfMonth = 730;

/** Refused calls in a period: more than a client makes that was not updated in time. */
const refusedCalls = 500;

/** A percentage of the quota that leaves time to raise it. */
const concurrencyShare = 0.8;

/**
 * More periods than a single dead worker causes: its message stays invisible for 21 minutes although its job was sent again
 * immediately, and is older than the threshold for 11 of them.
 */
const queueAgePeriods = 4;

/** Write and read throttles of a table or of one of its indexes. */
const throttles = (table: ITable): IMetric => {
  const metric = (metricName: string, dimensions: Readonly<Record<string, string>> = {}): Metric =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName, ...dimensions },
      statistic: Stats.SUM,
      period,
    });
  return calculate('reads + writes + index', {
    reads: metric('ReadThrottleEvents'),
    writes: metric('WriteThrottleEvents'),
    index: metric('WriteThrottleEvents', { GlobalSecondaryIndexName: dueIndex.name }),
  });
};

/** Used and reserved executions of all functions in the account and region. */
const claimedConcurrency = new Metric({
  namespace: 'AWS/Lambda',
  metricName: 'ClaimedAccountConcurrency',
  statistic: Stats.MAXIMUM,
  period: Duration.minutes(1),
});

/** A metric of the service itself, with one value of the dimension that divides it. */
export const ownMetric = (
  name: MeasureName,
  dimension: Readonly<Partial<Record<DimensionName, string>>>,
  options: MetricOptions = {},
): Metric =>
  new Metric({
    namespace: metricsNamespace,
    metricName: name,
    dimensionsMap: { ...dimension },
    statistic: Stats.SUM,
    period,
    ...options,
  });

/** A calculation with metrics, of which those without data count as 0. The names in the expression are those of the metrics. */
const calculate = (
  expression: string,
  usingMetrics: Readonly<Record<string, IMetric>>,
  every: Duration = period,
): MathExpression =>
  new MathExpression({
    expression: expression.replace(/[a-z]\w*/g, (name) => (name in usingMetrics ? `FILL(${name}, 0)` : name)),
    usingMetrics: { ...usingMetrics },
    period: every,
  });

/** The largest of several metrics. One alarm for all workers costs as much as one for each, and needs one resource. */
const largestOf = (metrics: readonly IMetric[]): MathExpression => {
  const named = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  return calculate(`MAX([${Object.keys(named).join(', ')}])`, named);
};

const jobsOf = (every: Duration): Readonly<Record<string, Metric>> =>
  Object.fromEntries(
    ['complete', 'rejected', 'failed'].map((outcome) => [
      outcome,
      ownMetric('Jobs', { Outcome: outcome }, { period: every }),
    ]),
  );

const quarter = Duration.minutes(15);

const jobRows: readonly AlarmRow[] = [
  {
    name: 'JobsFailing',
    metric: calculate('IF(failed >= 3, 100 * failed / (complete + rejected + failed), 0)', jobsOf(period)),
    threshold: { atLeast: 10 },
    periods: 1,
  },
  {
    name: 'JobsRejected',
    metric: calculate(
      'IF(rejected >= 20, 100 * rejected / (complete + rejected + failed), 0)',
      jobsOf(quarter),
      quarter,
    ),
    threshold: { atLeast: 80 },
    periods: 1,
  },
  {
    name: 'JobsSlow',
    // Jobs end in these workers.
    metric: largestOf(
      ['standard', 'large', 'browser', 'office'].map((Worker) =>
        ownMetric('JobWait', { Worker }, { statistic: Stats.percentile(90) }),
      ),
    ),
    threshold: { atLeast: 60_000 },
    periods: 3,
  },
];

const workerRows = (workers: Watched['workers']): readonly AlarmRow[] => {
  const flows = workers.flatMap(({ queue }, index) => [
    [`sent${index}`, queue.metricNumberOfMessagesSent({ period })] as const,
    [`taken${index}`, queue.metricNumberOfMessagesReceived({ period })] as const,
  ]);
  return [
    {
      name: 'QueueStopped',
      metric: calculate(
        workers.map((_, index) => `IF(sent${index} >= 1 AND taken${index} < 1, 1, 0)`).join(' + '),
        Object.fromEntries(flows),
      ),
      threshold: { atLeast: 1 },
      periods: 2,
    },
    {
      name: 'QueueAge',
      metric: largestOf(workers.map(({ queue }) => queue.metricApproximateAgeOfOldestMessage({ period }))),
      threshold: { atLeast: queueAgeAlarmSeconds },
      periods: queueAgePeriods,
    },
    // Failed documents do not count: these are workers that died, timed out or did not start.
    {
      name: 'WorkerErrors',
      metric: largestOf(workers.map(({ lambda }) => lambda.metricErrors({ period }))),
      threshold: { atLeast: 3 },
      periods: 1,
    },
    // Lambda tries again by itself, so only throttling that lasts delays jobs.
    {
      name: 'WorkerThrottles',
      metric: largestOf(workers.map(({ lambda }) => lambda.metricThrottles({ period }))),
      threshold: { atLeast: 1 },
      periods: 3,
    },
  ];
};

const webhookAttempts = (Attempt: string): Metric =>
  ownMetric('WebhookAttempts', { Attempt }, { period: quarter });

/** Refusals that many calls of somebody without a valid token, or over a limit, cause. */
const refusals = (): Readonly<Record<string, Metric>> =>
  Object.fromEntries(
    ['unauthorized', 'invalid_api_key', 'invalid_identity', 'rate_limited'].map((Cause, index) => [
      `m${index}`,
      ownMetric('Refusals', { Cause }),
    ]),
  );

const signUps = ({ userPoolId, clientId }: NonNullable<Watched['users']>): AlarmRow => {
  const day = Duration.days(1);
  const metric = (UserPoolClient: string): Metric =>
    new Metric({
      namespace: 'AWS/Cognito',
      metricName: 'SignUpSuccesses',
      // `Admin`: the operator invited them.
      dimensionsMap: { UserPool: userPoolId, UserPoolClient },
      statistic: Stats.SUM,
      period: day,
    });
  const sum = calculate('own + invited', { own: metric(clientId), invited: metric('Admin') }, day);
  return { name: 'MailQuota', metric: sum, threshold: { atLeast: mailsBeforeQuota }, periods: 1 };
};

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

const concurrencyRow = (quota: number): AlarmRow => ({
  name: 'ConcurrencyUsed',
  metric: claimedConcurrency,
  threshold: { atLeast: Math.ceil(concurrencyShare * quota) },
  periods: 5,
});

/**
 * What a month would cost at the rate of the last hour. It only counts the workers' time and the API's requests, which are what a client can
 * drive up within minutes; AWS's own budget sees all costs, hours later.
 */
const spendRow = ({ workers, restApi }: Watched, monthlyBudget: number): AlarmRow => {
  const hour = Duration.hours(1);
  const durations = workers.map(
    ({ lambda }, index) =>
      [`m${index}`, lambda.metricDuration({ statistic: Stats.SUM, period: hour })] as const,
  );
  const gigabyteSeconds = workers
    .map(({ memoryMegabytes }, index) => `${memoryMegabytes / 1024 / 1000} * m${index}`)
    .join(' + ');
  return {
    name: 'SpendRate',
    metric: calculate(
      `${hoursOfMonth} * (${dollarsOf.gigabyteSecond} * (${gigabyteSeconds}) + ${dollarsOf.request} * requests)`,
      { ...Object.fromEntries(durations), requests: restApi.metricCount({ period: hour }) },
      hour,
    ),
    threshold: { atLeast: 3 * monthlyBudget },
    periods: 1,
  };
};

/** Every alarm of the service, as data. */
export const alarmRows = (watched: Watched): readonly AlarmRow[] => [
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
  ...jobRows,
  ...workerRows(watched.workers),
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
  {
    name: 'ReconcilerBehind',
    metric: largestOf(
      (['DeletionsLate', 'ChecksLate'] as const).map((name) =>
        ownMetric(name, { Schedule: 'all' }, { statistic: Stats.MAXIMUM }),
      ),
    ),
    threshold: { atLeast: lateScheduleSeconds },
    periods: 1,
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
    name: 'WebhooksFailing',
    metric: calculate(
      'IF(lost >= 1, 100, IF(retried >= 5, 100 * retried / (retried + delivered), 0))',
      {
        lost: webhookAttempts('given_up'),
        retried: webhookAttempts('retried'),
        delivered: webhookAttempts('delivered'),
      },
      quarter,
    ),
    threshold: { atLeast: 50 },
    periods: 1,
  },
  {
    name: 'SandboxIncomplete',
    metric: ownMetric('Incidents', { Incident: 'sandbox_incomplete' }),
    threshold: { atLeast: 1 },
    periods: 1,
  },
  {
    name: 'RefusedCalls',
    metric: calculate('m0 + m1 + m2 + m3', refusals()),
    threshold: { atLeast: refusedCalls },
    periods: 1,
  },
  ...(watched.users === undefined ? [] : [signUps(watched.users)]),
  {
    name: 'ApiSlow',
    metric: watched.restApi.metricLatency({ period, statistic: Stats.percentile(50) }),
    threshold: { atLeast: 3000 },
    periods: 3,
  },
  {
    name: 'ApiServerErrors',
    metric: watched.restApi.metricServerError({ period, statistic: Stats.SUM }),
    threshold: { atLeast: 5 },
    periods: 1,
  },
  { name: 'TableThrottles', metric: throttles(watched.table), threshold: { atLeast: 10 }, periods: 1 },
  ...(watched.uploads === undefined ? [] : uploadRows(watched.uploads)),
  ...(watched.monthlyBudget === undefined ? [] : [spendRow(watched, watched.monthlyBudget)]),
  ...(watched.accountConcurrency === undefined ? [] : [concurrencyRow(watched.accountConcurrency)]),
];
