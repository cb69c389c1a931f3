import { escapeHtml } from '../identity-provider/page.ts';
import type { MetricStore } from './metric-store.ts';

/** A chart of the metrics with one name, with a series for each value of a dimension. */
export type Chart = {
  readonly title: string;
  readonly unit: string;
  /** The end of the namespace: that of the service itself has the name of the stack. */
  readonly namespace: 'DocForge/' | 'AWS/';
  readonly series: readonly {
    readonly metric: string;
    readonly by: string;
    readonly statistic: string;
    /** In place of the value of the dimension. */
    readonly label?: string;
  }[];
  /** Bars on top of each other for counts, otherwise lines. */
  readonly isStacked?: true;
};

/** The charts of the page, in its order. */
export const charts: readonly Chart[] = [
  {
    title: 'Jobs by outcome',
    unit: 'a minute',
    namespace: 'DocForge/',
    isStacked: true,
    series: [{ metric: 'Jobs', by: 'Outcome', statistic: 'Sum' }],
  },
  {
    title: 'Jobs by formats',
    unit: 'a minute',
    namespace: 'DocForge/',
    isStacked: true,
    series: [{ metric: 'Jobs', by: 'Pair', statistic: 'Sum' }],
  },
  {
    title: 'Jobs by engine',
    unit: 'a minute',
    namespace: 'DocForge/',
    isStacked: true,
    series: [{ metric: 'Jobs', by: 'Engine', statistic: 'Sum' }],
  },
  {
    title: 'Wait in the queue',
    unit: 'ms, p90',
    namespace: 'DocForge/',
    series: [{ metric: 'JobWait', by: 'Worker', statistic: 'p90' }],
  },
  {
    title: 'Engine time',
    unit: 'ms, p90',
    namespace: 'DocForge/',
    series: [{ metric: 'EngineTime', by: 'Worker', statistic: 'p90' }],
  },
  {
    title: 'Pages',
    unit: 'a minute',
    namespace: 'DocForge/',
    isStacked: true,
    series: [{ metric: 'Pages', by: 'Worker', statistic: 'Sum' }],
  },
  {
    title: 'Requests',
    unit: 'a minute',
    namespace: 'AWS/',
    series: [
      { metric: 'Count', by: 'ApiName', statistic: 'Sum', label: 'all' },
      { metric: '4XXError', by: 'ApiName', statistic: 'Sum', label: '4xx' },
      { metric: '5XXError', by: 'ApiName', statistic: 'Sum', label: '5xx' },
    ],
  },
  {
    title: 'Latency of requests',
    unit: 'ms, waits included',
    namespace: 'AWS/',
    series: [
      { metric: 'Latency', by: 'ApiName', statistic: 'p50', label: 'p50' },
      { metric: 'Latency', by: 'ApiName', statistic: 'p99', label: 'p99' },
    ],
  },
  {
    title: 'Refusals by cause',
    unit: 'a minute',
    namespace: 'DocForge/',
    isStacked: true,
    series: [{ metric: 'Refusals', by: 'Cause', statistic: 'Sum' }],
  },
  {
    title: 'Messages waiting',
    unit: 'messages',
    namespace: 'AWS/',
    series: [{ metric: 'ApproximateNumberOfMessagesVisible', by: 'QueueName', statistic: 'Maximum' }],
  },
  {
    title: 'Failed invocations',
    unit: 'a minute',
    namespace: 'AWS/',
    isStacked: true,
    series: [
      { metric: 'Errors', by: 'FunctionName', statistic: 'Sum' },
      { metric: 'Throttles', by: 'FunctionName', statistic: 'Sum' },
    ],
  },
  {
    title: 'Attempts of webhooks',
    unit: 'a minute',
    namespace: 'DocForge/',
    isStacked: true,
    series: [{ metric: 'WebhookAttempts', by: 'Attempt', statistic: 'Sum' }],
  },
];

type Line = { readonly label: string; readonly values: readonly (number | undefined)[] };

const minutes = 60;
const [width, height] = [360, 96] as const;
const colours = 8;

/** The value of a dimension; of functions and queues without the name of the stack and the ends that CDK adds. */
const labelOf = (by: string, value = ''): string =>
  by === 'FunctionName' || by === 'QueueName'
    ? value.replace(/^.*?-/, '').replace(/(?:Function|Queue)?[0-9A-F]{8}$/, '')
    : value;

const linesOf = ({ namespace, series }: Chart, store: MetricStore, now: number): Line[] => {
  const end = Math.ceil((now + 1) / 60_000) * 60_000;
  const all = store.list();
  return series.flatMap(({ metric, by, statistic, label }) =>
    all
      .filter((each) => each.name === metric && each.namespace.startsWith(namespace) && by in each.dimensions)
      .map((each) => ({
        label: label ?? labelOf(by, each.dimensions[by]),
        values: Array.from({ length: minutes }, (_, index) => {
          const from = end - (minutes - index) * 60_000;
          return store.read(each, statistic, from, from + 60_000);
        }),
      }))
      // What has always been 0 only fills the legend.
      .filter(
        (line) => label !== undefined || line.values.some((value) => value !== undefined && value !== 0),
      ),
  );
};

const rounded = (value: number): string =>
  value >= 10_000 ? `${Math.round(value / 1000)}k` : String(Math.round(value * 10) / 10);

const bars = (lines: readonly Line[], most: number): string => {
  const step = width / minutes;
  return Array.from({ length: minutes }, (_, index) => {
    let top = height;
    return lines
      .map(({ values }, series) => {
        const size = ((values[index] ?? 0) / most) * height;
        if (size === 0) return '';
        top -= size;
        return `<rect class="c${series % colours}" x="${(index * step + 0.5).toFixed(1)}" y="${top.toFixed(1)}" width="${(step - 1).toFixed(1)}" height="${size.toFixed(1)}"/>`;
      })
      .join('');
  }).join('');
};

const strokes = (lines: readonly Line[], most: number): string =>
  lines
    .map(({ values }, series) => {
      const points = values.flatMap((value, index) =>
        value === undefined
          ? []
          : [
              `${(((index + 0.5) * width) / minutes).toFixed(1)},${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`,
            ],
      );
      const dots = points
        .map((point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="1.6"/>`)
        .join('');
      return `<g class="c${series % colours}"><polyline points="${points.join(' ')}"/>${dots}</g>`;
    })
    .join('');

/** Draws a chart of the last hour. */
export function drawChart(chart: Chart, store: MetricStore, now: number): string {
  const lines = linesOf(chart, store, now);
  const { title, unit, isStacked = false } = chart;
  const sums = Array.from({ length: minutes }, (_, index) => lines.map(({ values }) => values[index] ?? 0));
  const most = sums.reduce((largest, values) => {
    const size = isStacked
      ? values.reduce((sum, value) => sum + value, 0)
      : Math.max(0, ...values.slice(0, 100));
    return Math.max(largest, size);
  }, 0);
  const legend = lines
    .map(({ label, values }, series) => {
      const known = values.filter((value) => value !== undefined);
      const shown = isStacked ? known.reduce((sum, value) => sum + value, 0) : (known.at(-1) ?? 0);
      return `<li><i class="c${series % colours}"></i>${escapeHtml(label)} <b>${rounded(shown)}</b></li>`;
    })
    .join('');
  const drawing =
    lines.length === 0
      ? '<p class="none">No data yet</p>'
      : `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(title)} in the last hour"><line x1="0" x2="${width}" y1="${height}" y2="${height}"/>${isStacked ? bars(lines, most || 1) : strokes(lines, most || 1)}</svg>`;
  return `<section class="chart"><h3>${escapeHtml(title)} <small>${escapeHtml(unit)}${lines.length === 0 ? '' : `, up to ${rounded(most)}`}</small></h3>${drawing}<ul>${legend}</ul></section>`;
}
