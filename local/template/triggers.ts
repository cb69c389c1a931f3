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
  readonly batchingWindowSeconds: number;
  /** Undefined where the mapping sets no MaximumConcurrency. */
  readonly maximumConcurrency: number | undefined;
  readonly reportsItemFailures: boolean;
};

/** A rule or schedule. `input` is what the function gets, undefined for EventBridge's own event. */
export type Schedule = {
  readonly logicalId: string;
  readonly functionName: string;
  readonly ruleArn: string;
  readonly intervalSeconds: number;
  readonly input: string | undefined;
};

/**
 * The enabled queue mappings; Lambda's default batch is 10 messages, with no window.
 *
 * @throws {TemplateError} a mapping on anything but a queue, or one with filters
 */
export function readQueueMappings(template: Template, scope: LocalScope): readonly QueueMapping[] {
  return resourcesOfType(template, 'AWS::Lambda::EventSourceMapping').flatMap((resource) => {
    const property = (name: string) => scope.property(resource, name);
    if (booleanOf(property('Enabled')) === false) return [];
    const queueArn = textOf(property('EventSourceArn')) ?? '';
    if (!queueArn.startsWith('arn:aws:sqs:')) {
      throw new TemplateError(`${resource.logicalId}: only queues are supported locally as event sources`);
    }
    if (property('FilterCriteria') !== undefined) {
      throw new TemplateError(`${resource.logicalId}: FilterCriteria is not supported locally`);
    }
    return {
      logicalId: resource.logicalId,
      functionName: functionNameOf(textOf(property('FunctionName')) ?? ''),
      queueArn,
      batchSize: numberOf(property('BatchSize')) ?? 10,
      batchingWindowSeconds: numberOf(property('MaximumBatchingWindowInSeconds')) ?? 0,
      maximumConcurrency: numberOf(recordOf(property('ScalingConfig')).MaximumConcurrency),
      reportsItemFailures: listOf(property('FunctionResponseTypes')).includes('ReportBatchItemFailures'),
    };
  });
}

/**
 * The enabled rules and schedules that start functions at a rate.
 *
 * @throws {TemplateError} an expression other than rate(), or a target that is no function of this stack
 */
export function readSchedules(template: Template, scope: LocalScope): readonly Schedule[] {
  const rules = resourcesOfType(template, 'AWS::Events::Rule').flatMap((rule) => {
    const expression = textOf(scope.property(rule, 'ScheduleExpression'));
    if (expression === undefined || scope.property(rule, 'State') === 'DISABLED') return [];
    return listOf(scope.property(rule, 'Targets')).map((target) =>
      readTarget(scope, rule, expression, target),
    );
  });
  const schedules = resourcesOfType(template, 'AWS::Scheduler::Schedule').flatMap((schedule) => {
    if (scope.property(schedule, 'State') === 'DISABLED') return [];
    const expression = textOf(scope.property(schedule, 'ScheduleExpression')) ?? '';
    return readTarget(scope, schedule, expression, scope.property(schedule, 'Target') ?? null);
  });
  return [...rules, ...schedules];
}

function readTarget(scope: LocalScope, resource: Resource, expression: string, target: Json): Schedule {
  const fields = recordOf(target);
  const arn = textOf(fields.Arn) ?? '';
  if (!arn.includes(':lambda:')) {
    throw new TemplateError(`${resource.logicalId}: only functions are supported locally as targets`);
  }
  if (fields.InputTransformer !== undefined || fields.InputPath !== undefined) {
    throw new TemplateError(`${resource.logicalId}: only a constant Input is supported locally`);
  }
  return {
    logicalId: resource.logicalId,
    functionName: functionNameOf(arn),
    ruleArn: scope.valueOf(resource)?.attributes.Arn ?? '',
    intervalSeconds: readRate(resource.logicalId, expression),
    input: textOf(fields.Input),
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
