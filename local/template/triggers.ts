import { functionNameOf } from './functions.ts';
import { booleanOf, type Json, listOf, numberOf, recordOf, TemplateError, textOf } from './json.ts';
import { type Resource, resourcesOfType, type Template } from './load.ts';
import type { LocalScope } from './local-values.ts';

/** An AWS::Lambda::EventSourceMapping on a queue. */
export type QueueMapping = {
  readonly logicalId: string;
  readonly functionName: string;
  readonly queueArn: string;
  readonly batchSize: number;
  /** Undefined if the mapping sets no MaximumConcurrency. */
  readonly maximumConcurrency: number | undefined;
  readonly reportsItemFailures: boolean;
};

/** An EventBridge rule that invokes a function at a fixed rate. */
export type Schedule = {
  readonly logicalId: string;
  readonly functionName: string;
  readonly ruleArn: string;
  readonly intervalSeconds: number;
};

/**
 * Returns the enabled queue mappings. As on Lambda, the default is 10 messages per batch.
 *
 * @throws {TemplateError} if a mapping is not on a queue, or has filters or a batching window
 */
export function readQueueMappings(template: Template, scope: LocalScope): readonly QueueMapping[] {
  return resourcesOfType(template, 'AWS::Lambda::EventSourceMapping').flatMap((resource) => {
    const property = (name: string) => scope.property(resource, name);
    if (booleanOf(property('Enabled')) === false) return [];
    const queueArn = textOf(property('EventSourceArn')) ?? '';
    if (!queueArn.startsWith('arn:aws:sqs:')) {
      throw new TemplateError(`${resource.logicalId}: only queues are supported locally as event sources`);
    }
    for (const name of ['FilterCriteria', 'MaximumBatchingWindowInSeconds']) {
      if (property(name) === undefined) continue;
      throw new TemplateError(`${resource.logicalId}: ${name} is not supported locally`);
    }
    return {
      logicalId: resource.logicalId,
      functionName: functionNameOf(textOf(property('FunctionName')) ?? ''),
      queueArn,
      batchSize: numberOf(property('BatchSize')) ?? 10,
      maximumConcurrency: numberOf(recordOf(property('ScalingConfig')).MaximumConcurrency),
      reportsItemFailures: listOf(property('FunctionResponseTypes')).includes('ReportBatchItemFailures'),
    };
  });
}

/**
 * Returns the enabled rules that invoke functions at a rate.
 *
 * @throws {TemplateError} if an expression is not rate(), a target is not a function or has an input, or there is an
 *   AWS::Scheduler::Schedule
 */
export function readSchedules(template: Template, scope: LocalScope): readonly Schedule[] {
  const [schedule] = resourcesOfType(template, 'AWS::Scheduler::Schedule');
  if (schedule) {
    throw new TemplateError(
      `${schedule.logicalId}: EventBridge Scheduler is not supported locally, use a rule`,
    );
  }
  return resourcesOfType(template, 'AWS::Events::Rule').flatMap((rule) => {
    const expression = textOf(scope.property(rule, 'ScheduleExpression'));
    if (expression === undefined || scope.property(rule, 'State') === 'DISABLED') return [];
    return listOf(scope.property(rule, 'Targets')).map((target) =>
      readTarget(scope, rule, expression, target),
    );
  });
}

function readTarget(scope: LocalScope, resource: Resource, expression: string, target: Json): Schedule {
  const fields = recordOf(target);
  const arn = textOf(fields.Arn) ?? '';
  if (!arn.includes(':lambda:')) {
    throw new TemplateError(`${resource.logicalId}: only functions are supported locally as targets`);
  }
  if (['Input', 'InputPath', 'InputTransformer'].some((name) => fields[name] !== undefined)) {
    throw new TemplateError(`${resource.logicalId}: the input of a target is not supported locally`);
  }
  return {
    logicalId: resource.logicalId,
    functionName: functionNameOf(arn),
    ruleArn: scope.valueOf(resource)?.attributes.Arn ?? '',
    intervalSeconds: readRate(resource.logicalId, expression),
  };
}

function readRate(logicalId: string, expression: string): number {
  const match = /^rate\((\d+) (second|minute|hour|day)s?\)$/.exec(expression);
  const unit = { second: 1, minute: 60, hour: 3600, day: 86_400 }[match?.[2] ?? ''];
  if (match === null || unit === undefined) {
    throw new TemplateError(`${logicalId}: ${expression} is not supported locally, use rate(...)`);
  }
  return Number(match[1]) * unit;
}
