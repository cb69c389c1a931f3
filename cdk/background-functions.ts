import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import {
  type BackgroundFunction,
  type BackgroundFunctionName,
  backgroundFunctionNames,
  backgroundFunctions,
  type QueueName,
} from '../lib/functions/background-functions.ts';
import { readAccountConcurrency } from './concurrency.ts';
import { createFunction, type FunctionSetting, pascalCase } from './create-functions.ts';

/** The queues of the deployment. */
export type Queues = Readonly<Record<QueueName, Queue>>;

/** A deployed function that a queue or a schedule starts. */
export type DeployedFunction = {
  readonly name: BackgroundFunctionName;
  readonly row: BackgroundFunction;
  readonly lambda: LambdaFunction;
  /** The queue that starts it, unless a schedule does. */
  readonly queue: Queue | undefined;
};

const queueOf = ({ trigger }: BackgroundFunction, queues: Queues): Queue | undefined =>
  trigger.on === 'queue' ? queues[trigger.queue] : undefined;

const consumeQueue = (
  { lambda, row, queue }: DeployedFunction,
  trigger: Extract<BackgroundFunction['trigger'], { on: 'queue' }>,
): void => {
  if (queue === undefined) return;
  lambda.addEventSource(
    new SqsEventSource(queue, {
      batchSize: trigger.batchSize,
      maxConcurrency: row.concurrency,
      reportBatchItemFailures: true,
    }),
  );
};

/** The next run is the retry of a failed one. */
const runOnSchedule = (scope: Construct, { name, lambda }: DeployedFunction, everyMinutes: number): void => {
  lambda.configureAsyncInvoke({ retryAttempts: 0 });
  new Rule(scope, `${pascalCase(name)}Schedule`, {
    schedule: Schedule.rate(Duration.minutes(everyMinutes)),
    targets: [new LambdaTarget(lambda, { retryAttempts: 0 })],
  });
};

/** Creates the functions that queues and schedules start, with their triggers. */
export const createBackgroundFunctions = (
  scope: Construct,
  queues: Queues,
  setting: FunctionSetting,
): { deployed: readonly DeployedFunction[]; accountConcurrency: number | undefined } => {
  const rows = backgroundFunctionNames
    .map((name) => ({ name, row: backgroundFunctions[name] as BackgroundFunction }))
    .filter(({ row }) => row.trigger.on === 'schedule' || queueOf(row, queues) !== undefined);
  const reserved = rows.reduce((sum, { row }) => sum + row.concurrency, 0);
  const accountConcurrency = readAccountConcurrency(scope, reserved);
  const deployed = rows.map(({ name, row }): DeployedFunction => {
    const reservation = accountConcurrency === undefined ? undefined : row.concurrency;
    const lambda = createFunction(scope, name, row, setting, reservation);
    const created = { name, row, lambda, queue: queueOf(row, queues) };
    if (row.trigger.on === 'queue') consumeQueue(created, row.trigger);
    else runOnSchedule(scope, created, row.trigger.everyMinutes);
    return created;
  });
  return { deployed, accountConcurrency };
};
