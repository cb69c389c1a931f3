import * as z from 'zod';
import { readConfig } from '../../cdk/config.ts';
import type { AwsCall } from '../preflight/aws-call.ts';
import { isDeployed } from '../preflight/checks.ts';
import { runPreflight } from '../preflight/run-preflight.ts';

/** What a rehearsal needs from outside. */
export type Rehearsal = {
  readonly file?: string | undefined;
  readonly stage: string;
  readonly region: () => Promise<string>;
  readonly call: AwsCall;
  /** Runs a command of npm or the CDK, and returns true if it succeeded. */
  readonly run: (command: string, ...args: readonly string[]) => Promise<boolean>;
  readonly print: (line: string) => void;
  readonly now: () => number;
};

/** US dollars per gigabyte-second of Lambda on x64 and per request, in us-east-1 in November 2026. */
const prices = { gigabyteSecond: 0.0000166667, request: 0.0000002 };

/** A rehearsal that cannot go on. */
export class RehearsalError extends Error {}

const metricsSchema = z.object({
  MetricDataResults: z.array(z.object({ Id: z.string(), Values: z.array(z.number()).default([]) })),
});

/** Sums what Lambda measured in a region since a time: invocations, and seconds of all functions. */
const lambdaUse = async (region: string, call: AwsCall, from: number, to: number) => {
  const metric = (Id: string, MetricName: string) => ({
    Id,
    MetricStat: { Metric: { Namespace: 'AWS/Lambda', MetricName }, Period: 60, Stat: 'Sum' },
  });
  const answer = await call({
    service: 'monitoring',
    region,
    target: 'GraniteServiceVersion20100801.GetMetricData',
    input: {
      MetricDataQueries: [metric('invocations', 'Invocations'), metric('milliseconds', 'Duration')],
      StartTime: Math.floor(from / 1000),
      EndTime: Math.ceil(to / 1000),
    },
  });
  const { MetricDataResults } = metricsSchema.parse(answer);
  const sumOf = (id: string): number =>
    MetricDataResults.filter(({ Id }) => Id === id)
      .flatMap(({ Values }) => Values)
      .reduce((sum, value) => sum + value, 0);
  return { invocations: sumOf('invocations'), seconds: sumOf('milliseconds') / 1000 };
};

/** The memory of the largest functions, in gigabytes: the estimate is an upper bound. */
const largestGigabytes = 3008 / 1024;

/**
 * Checks a stack, and prints what that cost.
 *
 * @param options.stackName undefined for the local stack
 * @returns whether the check succeeded
 */
export const checkAndMeasure = async ({
  stackName,
  region,
  startedAt,
  call,
  run,
  print,
  now,
}: Pick<Rehearsal, 'call' | 'run' | 'print' | 'now'> & {
  readonly stackName?: string;
  readonly region: string;
  readonly startedAt: number;
}): Promise<boolean> => {
  const stack = stackName === undefined ? [] : ['--stack', stackName];
  const isGood = await run('npm', 'run', 'admin', '--', 'check', ...stack);
  const { invocations, seconds } = await lambdaUse(region, call, startedAt, now());
  const dollars = invocations * prices.request + seconds * largestGigabytes * prices.gigabyteSecond;
  print(
    `${invocations} invocations of Lambda took ${seconds.toFixed(0)} s: at most ${dollars.toFixed(4)} US dollars`,
  );
  return isGood;
};

/**
 * Deploys a stage to a sandbox account, checks it, estimates what that cost, and destroys it again, also after a failure. Refuses a stage
 * that is deployed already, so that it never destroys a service.
 *
 * @returns whether all steps succeeded
 * @throws RehearsalError if it does not start
 */
export const rehearse = async ({
  file,
  stage,
  region,
  call,
  run,
  print,
  now,
}: Rehearsal): Promise<boolean> => {
  const settings = await readConfig({ file, stage });
  const deployRegion = settings.region ?? (await region());
  if (await isDeployed({ settings, region: deployRegion, call }))
    throw new RehearsalError(
      `The stack ${settings.stackName} exists in ${deployRegion}. A rehearsal destroys what it deploys: choose a stage of its own, with another stackName.`,
    );
  const lines = await runPreflight({ file, stage, region, call }, ({ name, fault, note }) =>
    print(`${name}: ${fault === undefined ? (note ?? 'ok') : `FAILED ${fault}`}`),
  );
  if (lines.some(({ fault }) => fault !== undefined))
    throw new RehearsalError('The preflight failed, so nothing was deployed.');
  const startedAt = now();
  const minutes = (): string => ((now() - startedAt) / 60_000).toFixed(1);
  let isGood = await run('npm', 'run', 'deploy', '--', '--stage', stage, '--', '--require-approval', 'never');
  print(`${isGood ? 'Deployed' : 'The deployment failed'} after ${minutes()} minutes`);
  if (isGood) {
    const { stackName } = settings;
    isGood = await checkAndMeasure({ stackName, region: deployRegion, startedAt, call, run, print, now });
  }
  const isDestroyed = await run('npm', 'exec', 'cdk', '--', 'destroy', '--all', '--force');
  print(`${isDestroyed ? 'Destroyed' : 'The stack could not be destroyed'} after ${minutes()} minutes`);
  return isGood && isDestroyed;
};
