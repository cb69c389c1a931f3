import { Duration, Names } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import {
  EventSourceMapping,
  FilterCriteria,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import {
  type BackgroundFunction,
  type BackgroundFunctionName,
  backgroundFunctionNames,
  backgroundFunctions,
  type QueueName,
  reservationOf,
} from '../lib/functions/background-functions.ts';
import { isReserved, queueConcurrency } from './concurrency.ts';
import { createFunction, type FunctionSetting, pascalCase } from './create-functions.ts';
import { liveOf } from './gradual-deployment.ts';
import { settingsOf } from './settings.ts';

/** The queues of the deployment. */
export type Queues = Readonly<Record<QueueName, Queue>>;

/** A deployed function that a queue, the table's stream or a schedule starts. */
export type DeployedFunction = {
  readonly name: BackgroundFunctionName;
  readonly row: BackgroundFunction;
  readonly lambda: LambdaFunction;
  /** The queue that starts it, if one does. */
  readonly queue: Queue | undefined;
};

/**
 * Hours for which a batch is retried while the function cannot run. The stream keeps its records for 24, so an operator has the
 * other half to repeat the batch by hand; docs/runbook.md describes how.
 */
const streamRetryHours = 12;

/**
 * Retries of a batch for which the function fails. No later record of the shard is announced in the meantime, so a record that
 * always fails must not block it for hours. Halving a batch is not a retry, and neither is a throttle.
 */
const streamRetries = 50;

const queueOf = ({ trigger }: BackgroundFunction, queues: Queues): Queue | undefined =>
  trigger.on === 'queue' ? queues[trigger.queue] : undefined;

const consumeQueue = (
  { lambda, row, queue }: DeployedFunction,
  trigger: Extract<BackgroundFunction['trigger'], { on: 'queue' }>,
  accountConcurrency: number | undefined,
): void => {
  if (queue === undefined) return;
  new EventSourceMapping(lambda, `SqsEventSource:${Names.nodeUniqueId(queue.node)}`, {
    target: liveOf(lambda),
    eventSourceArn: queue.queueArn,
    batchSize: trigger.batchSize,
    maxConcurrency: queueConcurrency(row, accountConcurrency),
    reportBatchItemFailures: true,
  });
};

const consumeStream = (
  scope: Construct,
  { name, lambda }: DeployedFunction,
  trigger: Extract<BackgroundFunction['trigger'], { on: 'stream' }>,
  table: ITable,
  deadLetters: Queue,
): void => {
  new EventSourceMapping(scope, `${pascalCase(name)}Stream`, {
    target: lambda,
    // The table of the stack has a stream.
    eventSourceArn: table.tableStreamArn ?? '',
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: trigger.batchSize,
    filters: trigger.filters.map((filter) => FilterCriteria.filter(structuredClone(filter))),
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    maxRecordAge: Duration.hours(streamRetryHours),
    retryAttempts: streamRetries,
    onFailure: new SqsDlq(deadLetters),
  });
};

/** The next run is the retry of a failed one. */
const runOnSchedule = (
  scope: Construct,
  { name, lambda }: DeployedFunction,
  { everyMinutes, shares }: Extract<BackgroundFunction['trigger'], { on: 'schedule' }>,
): void => {
  lambda.configureAsyncInvoke({ retryAttempts: 0 });
  new Rule(scope, `${pascalCase(name)}Schedule`, {
    schedule: Schedule.rate(Duration.minutes(everyMinutes)),
    targets: Array.from({ length: shares }, (_, part) => {
      const event = RuleTargetInput.fromObject({ part, of: shares });
      return new LambdaTarget(lambda, { retryAttempts: 0, event });
    }),
  });
};

/** Creates the functions that queues, the table's stream and schedules start, with their triggers. */
export const createBackgroundFunctions = (
  scope: Construct,
  queues: Queues,
  table: ITable,
  setting: FunctionSetting,
): { deployed: readonly DeployedFunction[]; accountConcurrency: number | undefined } => {
  const { accountConcurrency } = settingsOf(scope);
  const deployed = backgroundFunctionNames.map((name): DeployedFunction => {
    const row: BackgroundFunction = backgroundFunctions[name];
    const reservation = isReserved(accountConcurrency) ? reservationOf(row) : undefined;
    const queue = queueOf(row, queues);
    const lambda = createFunction(scope, name, row, setting, { reservation, queue });
    const created = { name, row, lambda, queue };
    if (row.trigger.on === 'queue') consumeQueue(created, row.trigger, accountConcurrency);
    else if (row.trigger.on === 'stream')
      consumeStream(scope, created, row.trigger, table, queues.deadLetters);
    else runOnSchedule(scope, created, row.trigger);
    return created;
  });
  return { deployed, accountConcurrency };
};
