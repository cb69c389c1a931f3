/** A metric of CloudWatch: a name in a namespace, with the values of its dimensions. */
export type MetricId = {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
};

/** The values of a metric in one minute. */
type Minute = { sum: number; count: number; min: number; max: number; values: number[] };

/** A metric with all values since the start. */
export type Series = MetricId & {
  readonly total: { readonly sum: number; readonly count: number };
  /** The last value. */
  readonly last: number;
};

/** Metrics in memory, minute by minute, as CloudWatch keeps them. */
export type MetricStore = {
  record(metric: MetricId, value: number, now?: number): void;
  /**
   * Returns a statistic of a metric over the minutes from one time until another, in ms since the epoch; undefined if it has no data.
   *
   * @param statistic `Sum`, `Average`, `Minimum`, `Maximum`, `SampleCount` or, of the metrics in `percentileMetrics`, a percentile such as `p90`
   */
  read(metric: MetricId, statistic: string, from: number, until: number): number | undefined;
  /** The metrics that have data, or had some. */
  list(): readonly Series[];
};

const minuteMs = 60_000;

/** Minutes for which values are kept: the longest window of an alarm is a day, and a chart shows an hour. */
const keptMinutes = 24 * 60;

/** The metrics of which alarms and charts show percentiles. The single values of all others would be 0.3 KB for each request. */
const percentileMetrics: ReadonlySet<string> = new Set(['EngineTime', 'JobWait', 'Latency']);

/** Minutes with percentiles: those of a chart. */
const percentileMinutes = 61;

/** Values of a minute beyond which percentiles are those of the first ones. */
const maxValues = 500;

const keyOf = ({ namespace, name, dimensions }: MetricId): string =>
  JSON.stringify([namespace, name, Object.entries(dimensions).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

const percentile = (values: readonly number[], share: number): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)];

const statisticOf = (minutes: readonly Minute[], statistic: string): number | undefined => {
  const sum = minutes.reduce((total, each) => total + each.sum, 0);
  const count = minutes.reduce((total, each) => total + each.count, 0);
  switch (statistic) {
    case 'Sum':
      return sum;
    case 'Average':
      return sum / count;
    case 'SampleCount':
      return count;
    case 'Minimum':
      return minutes.reduce((least, { min }) => Math.min(least, min), Number.POSITIVE_INFINITY);
    case 'Maximum':
      return minutes.reduce((most, { max }) => Math.max(most, max), Number.NEGATIVE_INFINITY);
    default:
      return percentile(
        minutes.flatMap(({ values }) => values),
        Number(statistic.slice(1)) / 100,
      );
  }
};

/** Deletes minutes that are too old, and the single values of those that only need sums. */
const forget = (minutes: Map<number, Minute>, now: number): void => {
  for (const [at, minute] of minutes) {
    if (at < now - keptMinutes) minutes.delete(at);
    else if (at <= now - percentileMinutes) minute.values = [];
  }
};

/** Creates an empty store. */
export function createMetricStore(): MetricStore {
  const series = new Map<
    string,
    { id: MetricId; sum: number; count: number; last: number; minutes: Map<number, Minute> }
  >();
  return {
    record: (metric, value, now = Date.now()) => {
      const key = keyOf(metric);
      const known = series.get(key) ?? {
        id: metric,
        sum: 0,
        count: 0,
        last: 0,
        minutes: new Map<number, Minute>(),
      };
      series.set(key, known);
      known.sum += value;
      known.count += 1;
      known.last = value;
      const at = Math.floor(now / minuteMs);
      const minute = known.minutes.get(at) ?? { sum: 0, count: 0, min: value, max: value, values: [] };
      if (!known.minutes.has(at)) forget(known.minutes, at);
      known.minutes.set(at, minute);
      minute.sum += value;
      minute.count += 1;
      minute.min = Math.min(minute.min, value);
      minute.max = Math.max(minute.max, value);
      if (percentileMetrics.has(metric.name) && minute.values.length < maxValues) minute.values.push(value);
    },
    read: (metric, statistic, from, until) => {
      if (/^p\d/.test(statistic) && !percentileMetrics.has(metric.name))
        throw new Error(`Percentiles of ${metric.name} are not kept: add it to percentileMetrics`);
      const minutes = [...(series.get(keyOf(metric))?.minutes ?? [])].flatMap(([at, minute]) =>
        at >= Math.floor(from / minuteMs) && at < Math.ceil(until / minuteMs) ? [minute] : [],
      );
      return minutes.length === 0 ? undefined : statisticOf(minutes, statistic);
    },
    list: () =>
      [...series.values()].map(({ id, sum, count, last }) => ({ ...id, total: { sum, count }, last })),
  };
}
