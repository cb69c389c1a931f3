import { type Json, listOf, recordOf, textOf } from '../template/json.ts';
import type { MetricStore } from './metric-store.ts';

/** The target header of CloudWatch's operation. */
export const getMetricDataTarget = 'GraniteServiceVersion20100801.GetMetricData';

/**
 * Responds to CloudWatch's GetMetricData, for metrics without dimensions: the values of all resources together, as one value for the
 * whole time.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html
 */
export const getMetricData = (store: MetricStore, input: Json): Json => {
  const { MetricDataQueries, StartTime, EndTime } = recordOf(input);
  const [from, until] = [Number(StartTime) * 1000, Number(EndTime) * 1000];
  return {
    MetricDataResults: listOf(MetricDataQueries).map((query) => {
      const { Id, MetricStat } = recordOf(query);
      const { Metric, Stat } = recordOf(MetricStat);
      const { Namespace, MetricName } = recordOf(Metric);
      const values = store
        .list()
        .filter(({ namespace, name }) => namespace === Namespace && name === MetricName)
        .flatMap((metric) => store.read(metric, textOf(Stat) ?? '', from, until) ?? []);
      return {
        Id: textOf(Id) ?? '',
        Values: values.length === 0 ? [] : [values.reduce((sum, value) => sum + value, 0)],
      };
    }),
  };
};
