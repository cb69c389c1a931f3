import { isList, type JsonRecord, listOf, numberOf, recordOf, textOf } from '../template/json.ts';
import type { MetricId } from './metric-store.ts';

/** A value of a metric. */
type Sample = { readonly metric: MetricId; readonly value: number };

/**
 * Reads the metrics of a log line in CloudWatch's embedded metric format; none if it is another line.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function readEmf(line: JsonRecord): readonly Sample[] {
  return listOf(recordOf(line._aws).CloudWatchMetrics).flatMap((item) => {
    const directive = recordOf(item);
    const namespace = textOf(directive.Namespace) ?? '';
    const sets = listOf(directive.Dimensions).map((names) =>
      Object.fromEntries(
        listOf(names).map((name) => [textOf(name) ?? '', textOf(line[textOf(name) ?? '']) ?? '']),
      ),
    );
    return listOf(directive.Metrics).flatMap((metric) => {
      const name = textOf(recordOf(metric).Name) ?? '';
      const given = line[name];
      const values = (isList(given) ? given : [given ?? null]).flatMap((value) => numberOf(value) ?? []);
      return sets.flatMap((dimensions) =>
        values.map((value) => ({ metric: { namespace, name, dimensions }, value })),
      );
    });
  });
}
