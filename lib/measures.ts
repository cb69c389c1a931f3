import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { metricsNamespace } from './env.ts';

const { Count, Milliseconds, Seconds } = MetricUnit;

/**
 * Every metric of the service: its unit, and the dimensions that divide it, each on its own. CloudWatch charges for each value of a dimension, so
 * every dimension has a small set of values that no client can extend.
 */
export const measures = {
  /** Ended jobs. */
  Jobs: { unit: Count, by: ['Outcome', 'Pair', 'Engine'] },
  /** How long a job waited in its queue. */
  JobWait: { unit: Milliseconds, by: ['Worker'] },
  EngineTime: { unit: Milliseconds, by: ['Worker'] },
  Pages: { unit: Count, by: ['Worker'] },
  /** Responses with an error code. */
  Refusals: { unit: Count, by: ['Cause'] },
  /** How late the oldest expired file or result is deleted. */
  DeletionsLate: { unit: Seconds, by: ['Schedule'] },
  /** How late the oldest job, webhook or account is checked. */
  ChecksLate: { unit: Seconds, by: ['Schedule'] },
  /** Attempts to send a webhook. */
  WebhookAttempts: { unit: Count, by: ['Attempt'] },
  /** What no other metric counts and should not happen. */
  Incidents: { unit: Count, by: ['Incident'] },
} as const;

/** The name of a metric. */
export type MeasureName = keyof typeof measures;

/** The name of a dimension. */
export type DimensionName = (typeof measures)[MeasureName]['by'][number];

let opened: Metrics | undefined;

/** Opened by the first invocation, because Powertools keeps its state with an invocation where several share a process. */
const open = (): Metrics => {
  if (opened === undefined) {
    opened = new Metrics({ namespace: metricsNamespace() });
    opened.clearDefaultDimensions();
  }
  return opened;
};

type Emf = ReturnType<Metrics['serializeMetrics']>;

/** The record of metrics with the same dimensions. */
const recordOf = (
  names: readonly MeasureName[],
  values: Readonly<Partial<Record<MeasureName, number>>>,
  dimensions: Readonly<Partial<Record<DimensionName, string>>>,
): Emf => {
  const metrics = open();
  const [first] = names;
  for (const name of first === undefined ? [] : measures[first].by) {
    const value = dimensions[name];
    if (value !== undefined) metrics.addDimensions({ [name]: value });
  }
  for (const name of names) metrics.addMetric(name, measures[name].unit, values[name] ?? 0);
  const record = metrics.serializeMetrics();
  metrics.clearMetrics();
  metrics.clearDimensions();
  return record;
};

const isMeasureName = (name: string): name is MeasureName => Object.hasOwn(measures, name);

/**
 * The fields of a log line from which CloudWatch reads metrics (embedded metric format), so that a line is both. Metrics that are undefined are left
 * out.
 */
export const measured = (
  values: Readonly<Partial<Record<MeasureName, number | undefined>>>,
  dimensions: Readonly<Partial<Record<DimensionName, string>>>,
): Readonly<Record<string, unknown>> => {
  const given = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<Record<MeasureName, number>>;
  const groups = Object.values(
    Object.groupBy(Object.keys(given).filter(isMeasureName), (name) => measures[name].by.join()),
  );
  const records = groups.map((names = []) => recordOf(names, given, dimensions));
  if (records.length === 0) return {};
  const directives = records.flatMap(({ _aws }) => _aws.CloudWatchMetrics);
  return Object.assign({}, ...records, {
    _aws: { Timestamp: records[0]?._aws.Timestamp, CloudWatchMetrics: directives },
  });
};
