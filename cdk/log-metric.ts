import type { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { pascalCase } from './create-functions.ts';
import { metricsNamespace } from './environment.ts';

/** The metric of a number that the lines of a log contain. */
export const logMetric = (
  scope: Construct,
  logGroup: ILogGroup,
  field: string,
  options: MetricOptions,
): Metric => {
  const name = pascalCase(field);
  return new MetricFilter(scope, name, {
    logGroup,
    filterPattern: FilterPattern.exists(`$.${field}`),
    metricNamespace: metricsNamespace,
    metricName: name,
    metricValue: `$.${field}`,
  }).metric(options);
};
