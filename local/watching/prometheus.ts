import type { AlarmState } from './alarms.ts';
import type { MetricStore, Series } from './metric-store.ts';

const snakeCase = (name: string): string =>
  name
    .replace(/^([45]XX)Error$/, 'Responses_$1')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

/** Metrics whose values are counts of events. The others are times, sizes or states. */
const counted =
  /^(?:Jobs|Pages|Refusals|WebhookAttempts|Incidents|Invocations|Errors|Throttles|Count|[45]XXError|NumberOfMessages\w+|(?:Read|Write)ThrottleEvents)$/;

/** Metrics that are samples of a state. */
const sampled = /^(?:Approximate\w+|\w+Late)$/;

const nameOf = ({ namespace, name }: Series): string =>
  `${namespace.startsWith('AWS/') ? snakeCase(namespace) : 'docforge'}_${snakeCase(name)}`;

const escapeLabel = (text: string): string =>
  text.replace(/[\\"\n]/g, (each) => (each === '\n' ? '\\n' : `\\${each}`));

const labelsOf = (labels: Readonly<Record<string, string>>): string => {
  const list = Object.entries(labels).map(([name, value]) => `${snakeCase(name)}="${escapeLabel(value)}"`);
  return list.length === 0 ? '' : `{${list.join(',')}}`;
};

type Family = { readonly type: string; readonly lines: string[] };

/**
 * Returns the metrics and alarms in Prometheus's text format.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function prometheusText(store: MetricStore, alarms: readonly AlarmState[]): string {
  const families = new Map<string, Family>();
  const add = (name: string, type: string, lines: readonly string[]): void => {
    const family = families.get(name) ?? { type, lines: [] };
    families.set(name, family);
    family.lines.push(...lines);
  };
  for (const series of store.list()) {
    const name = nameOf(series);
    const labels = labelsOf(series.dimensions);
    const { sum, count } = series.total;
    if (counted.test(series.name)) add(`${name}_total`, 'counter', [`${name}_total${labels} ${sum}`]);
    else if (sampled.test(series.name)) add(name, 'gauge', [`${name}${labels} ${series.last}`]);
    else add(name, 'summary', [`${name}_sum${labels} ${sum}`, `${name}_count${labels} ${count}`]);
  }
  for (const { name, description, state } of alarms) {
    const severity = description.startsWith('Act now.') ? 'page' : 'ticket';
    add('docforge_alarm', 'gauge', [
      `docforge_alarm${labelsOf({ name, severity })} ${state === 'alarm' ? 1 : 0}`,
    ]);
  }
  return [...families]
    .map(([name, { type, lines }]) => `# TYPE ${name} ${type}\n${lines.join('\n')}\n`)
    .join('');
}
