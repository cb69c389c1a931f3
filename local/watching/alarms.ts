import {
  isRecord,
  type Json,
  type JsonRecord,
  listOf,
  numberOf,
  recordOf,
  TemplateError,
  textOf,
} from '../template/json.ts';
import { resourcesOfType, type Template } from '../template/load.ts';
import type { LocalScope } from '../template/local-values.ts';
import { resolve } from '../template/resolve.ts';
import { evaluateMath } from './metric-math.ts';
import type { MetricId, MetricStore } from './metric-store.ts';

/** A metric of an alarm with its id in the alarm's expression. */
type Term = { readonly id: string; readonly metric: MetricId; readonly statistic: string };

/** An alarm of the template. */
export type AlarmDefinition = {
  /** Its name without the stack's. */
  readonly name: string;
  readonly description: string;
  /** The logical id of the topic that it publishes to. */
  readonly topic: string;
  readonly terms: readonly Term[];
  /** Undefined if the alarm watches its only metric. */
  readonly expression: string | undefined;
  readonly periodSeconds: number;
  readonly periods: number;
  readonly threshold: number;
  /** Whether it triggers below the threshold, otherwise from it on. */
  readonly isBelow: boolean;
  readonly missingIsFault: boolean;
};

/** An alarm and its state. */
export type AlarmState = AlarmDefinition & {
  /** `unknown`: the stack has not run for long enough, or the machine has no such metric. */
  readonly state: 'ok' | 'alarm' | 'unknown';
  /** When it got this state, in ms since the epoch. */
  readonly since: number;
  /** The value of the last period. */
  readonly value: number | undefined;
};

const resolved = (value: Json | undefined, scope: LocalScope, where: string): Json => {
  try {
    return value === undefined ? null : resolve(value, scope, where);
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
};

const metricOf = (item: JsonRecord, scope: LocalScope, where: string): MetricId => ({
  namespace: textOf(resolved(item.Namespace, scope, where)) ?? '',
  name: textOf(item.MetricName) ?? '',
  dimensions: Object.fromEntries(
    listOf(item.Dimensions).map((dimension) => {
      const { Name, Value } = recordOf(dimension);
      return [textOf(Name) ?? '', textOf(resolved(Value, scope, where)) ?? ''];
    }),
  ),
});

const logicalIdOf = (value: Json | undefined): string =>
  isRecord(value) ? (textOf(value.Ref) ?? textOf(listOf(value['Fn::GetAtt'])[0]) ?? '') : '';

/** Reads the alarms of a template. Dimensions that do not exist on this machine are empty. */
export function readAlarms(template: Template, scope: LocalScope): readonly AlarmDefinition[] {
  return resourcesOfType(template, 'AWS::CloudWatch::Alarm').map(({ logicalId, properties }) => {
    const queries = listOf(properties.Metrics).map(recordOf);
    const calculation = queries.find(({ Expression }) => Expression !== undefined);
    const stats = queries.flatMap(({ Id, MetricStat }) =>
      isRecord(MetricStat) ? [{ id: textOf(Id) ?? '', ...MetricStat } as JsonRecord & { id: string }] : [],
    );
    const terms: Term[] =
      calculation === undefined
        ? [
            {
              id: 'only',
              metric: metricOf(properties, scope, logicalId),
              statistic: textOf(properties.Statistic) ?? textOf(properties.ExtendedStatistic) ?? 'Sum',
            },
          ]
        : stats.map(({ id, Metric, Stat }) => ({
            id,
            metric: metricOf(recordOf(Metric), scope, logicalId),
            statistic: textOf(Stat) ?? 'Sum',
          }));
    const fullName = textOf(resolved(properties.AlarmName, scope, logicalId)) ?? logicalId;
    return {
      name: fullName.replace(`${template.stackName}-`, ''),
      description: textOf(properties.AlarmDescription) ?? '',
      topic: logicalIdOf(listOf(properties.AlarmActions)[0]),
      terms,
      expression: calculation && (textOf(calculation.Expression) ?? ''),
      periodSeconds: numberOf(properties.Period ?? stats[0]?.Period) ?? 300,
      periods: numberOf(properties.EvaluationPeriods) ?? 1,
      threshold: numberOf(properties.Threshold) ?? 0,
      isBelow: textOf(properties.ComparisonOperator)?.startsWith('LessThan') === true,
      missingIsFault: properties.TreatMissingData === 'breaching',
    };
  });
}

/** Watches alarms: returns the current state of each, whenever it is called. */
export function watchAlarms(
  definitions: readonly AlarmDefinition[],
  store: MetricStore,
  startedAt: number,
): (now: number) => readonly AlarmState[] {
  const states = new Map<string, Pick<AlarmState, 'state' | 'since'>>();
  const valueIn = (
    { terms, expression }: AlarmDefinition,
    from: number,
    until: number,
  ): number | undefined => {
    const values = new Map(
      terms.map(({ id, metric, statistic }) => [id, store.read(metric, statistic, from, until)] as const),
    );
    return expression === undefined ? values.get('only') : evaluateMath(expression, values);
  };
  const evaluate = (alarm: AlarmDefinition, now: number): Pick<AlarmState, 'state' | 'value'> => {
    const { isBelow, missingIsFault, periodSeconds, periods, terms, threshold } = alarm;
    const isHere = terms.every(({ metric }) =>
      Object.values(metric.dimensions).every((value) => value !== ''),
    );
    // A whole minute, because CloudWatch's periods begin with one.
    const end = Math.ceil((now + 1) / 60_000) * 60_000;
    const from = (period: number): number => end - period * periodSeconds * 1000;
    if (!isHere || (missingIsFault && from(periods) < startedAt))
      return { state: 'unknown', value: undefined };
    const values = Array.from({ length: periods }, (_, index) =>
      valueIn(alarm, from(index + 1), from(index)),
    );
    const isFault = (value: number | undefined): boolean =>
      value === undefined ? missingIsFault : isBelow ? value < threshold : value >= threshold;
    return { state: values.every(isFault) ? 'alarm' : 'ok', value: values[0] };
  };
  return (now) =>
    definitions.map((alarm) => {
      const { state, value } = evaluate(alarm, now);
      const before = states.get(alarm.name);
      const since = before?.state === state ? before.since : now;
      states.set(alarm.name, { state, since });
      return { ...alarm, state, since, value };
    });
}
