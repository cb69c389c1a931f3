import { type EventPattern, readEventPattern } from './event-pattern.ts';
import { referredFunction } from './functions.ts';
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
  /** The payload of its target in place of the event. */
  readonly input?: string | undefined;
};

/** An AWS::Lambda::EventSourceMapping on the stream of a table. */
export type StreamMapping = {
  readonly logicalId: string;
  readonly functionName: string;
  readonly streamArn: string;
  readonly tableName: string;
  readonly batchSize: number;
  /** Only records that match one of these reach the function. Undefined if the mapping has no filters. */
  readonly filters: readonly EventPattern[] | undefined;
  /** Whether a failed batch is halved. */
  readonly bisects: boolean;
  readonly reportsItemFailures: boolean;
  /** Retries of a failed batch, and the age of a record in seconds, after which it is discarded. Infinity: never. */
  readonly maximumRetries: number;
  readonly maximumAgeSeconds: number;
  /** The queue that receives the position of a discarded batch. */
  readonly failureQueueArn: string | undefined;
};

/** A limit of a stream mapping; Lambda's default is -1, which is none. */
function limitOf(value: Json | undefined): number {
  const limit = numberOf(value) ?? -1;
  return limit < 0 ? Number.POSITIVE_INFINITY : limit;
}

/** The enabled event source mappings whose source is an ARN of this form. */
function enabledMappings(template: Template, scope: LocalScope, source: RegExp): readonly Resource[] {
  return resourcesOfType(template, 'AWS::Lambda::EventSourceMapping').filter((resource) => {
    if (booleanOf(scope.property(resource, 'Enabled')) === false) return false;
    const arn = textOf(scope.property(resource, 'EventSourceArn')) ?? '';
    if (!queueSource.test(arn) && !streamSource.test(arn)) {
      throw new TemplateError(
        `${resource.logicalId}: only queues and the streams of tables are supported locally as event sources`,
      );
    }
    return source.test(arn);
  });
}

const queueSource = /^arn:aws:sqs:/;
const streamSource = /^arn:aws:dynamodb:[^:]+:[^:]+:table\/([^/]+)\/stream\//;

/**
 * Returns the enabled queue mappings. As on Lambda, the default is 10 messages per batch.
 *
 * @throws {TemplateError} if a mapping is neither on a queue nor on a stream, or has filters or a batching window
 */
export function readQueueMappings(template: Template, scope: LocalScope): readonly QueueMapping[] {
  return enabledMappings(template, scope, queueSource).map((resource) => {
    const property = (name: string) => scope.property(resource, name);
    for (const name of ['FilterCriteria', 'MaximumBatchingWindowInSeconds']) {
      if (property(name) === undefined) continue;
      throw new TemplateError(`${resource.logicalId}: ${name} is not supported locally`);
    }
    return {
      logicalId: resource.logicalId,
      functionName: referredFunction(
        template,
        scope,
        textOf(property('FunctionName')) ?? '',
        resource.logicalId,
      ),
      queueArn: textOf(property('EventSourceArn')) ?? '',
      batchSize: numberOf(property('BatchSize')) ?? 10,
      maximumConcurrency: numberOf(recordOf(property('ScalingConfig')).MaximumConcurrency),
      reportsItemFailures: listOf(property('FunctionResponseTypes')).includes('ReportBatchItemFailures'),
    };
  });
}

/**
 * Returns the enabled mappings on streams. As on Lambda, the default is 100 records per batch, retried until it succeeds.
 *
 * @throws {TemplateError} if a mapping starts elsewhere than at the oldest record, or has filters with operators
 */
export function readStreamMappings(template: Template, scope: LocalScope): readonly StreamMapping[] {
  return enabledMappings(template, scope, streamSource).map((resource) => {
    const property = (name: string) => scope.property(resource, name);
    const streamArn = textOf(property('EventSourceArn')) ?? '';
    if (property('StartingPosition') !== 'TRIM_HORIZON') {
      throw new TemplateError(`${resource.logicalId}: a stream is read locally only from TRIM_HORIZON`);
    }
    const filters = recordOf(property('FilterCriteria')).Filters;
    return {
      logicalId: resource.logicalId,
      functionName: referredFunction(
        template,
        scope,
        textOf(property('FunctionName')) ?? '',
        resource.logicalId,
      ),
      streamArn,
      tableName: streamSource.exec(streamArn)?.[1] ?? '',
      batchSize: numberOf(property('BatchSize')) ?? 100,
      filters:
        filters === undefined
          ? undefined
          : listOf(filters).map((filter) =>
              readEventPattern(textOf(recordOf(filter).Pattern) ?? '', resource.logicalId),
            ),
      bisects: booleanOf(property('BisectBatchOnFunctionError')) === true,
      reportsItemFailures: listOf(property('FunctionResponseTypes')).includes('ReportBatchItemFailures'),
      maximumRetries: limitOf(property('MaximumRetryAttempts')),
      maximumAgeSeconds: limitOf(property('MaximumRecordAgeInSeconds')),
      failureQueueArn: textOf(recordOf(recordOf(property('DestinationConfig')).OnFailure).Destination),
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
      readTarget(template, scope, rule, expression, target),
    );
  });
}

function readTarget(
  template: Template,
  scope: LocalScope,
  resource: Resource,
  expression: string,
  target: Json,
): Schedule {
  const fields = recordOf(target);
  const arn = textOf(fields.Arn) ?? '';
  if (!arn.includes(':lambda:')) {
    throw new TemplateError(`${resource.logicalId}: only functions are supported locally as targets`);
  }
  if (['InputPath', 'InputTransformer'].some((name) => fields[name] !== undefined)) {
    throw new TemplateError(
      `${resource.logicalId}: a target's input from the event is not supported locally`,
    );
  }
  return {
    logicalId: resource.logicalId,
    functionName: referredFunction(template, scope, arn, resource.logicalId),
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
