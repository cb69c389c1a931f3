import { execFileSync } from 'node:child_process';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';
import type { DeploymentConstants } from '../../lib/deployment-constants.ts';
import { planTable } from '../../lib/plan-table.ts';

const constants: DeploymentConstants = {
  plans: {
    free: planTable.free,
    team: { ...planTable.starter, label: 'Team', price: 49, maxFileBytes: 10_485_760 },
    business: { ...planTable.pro, label: 'Business', price: 199 },
  },
  engineDeadlineSeconds: 600,
  workers: { convertDocument: { memoryMegabytes: 2048 }, recognizePages: { concurrency: 120 } },
};

const program = `
  const { paidPlans, planNames, largestPlan, fileSizeWords } = await import('./lib/plans.ts');
  const { environmentNames } = await import('./lib/env.ts');
  const { deadLetterSeconds, maxJobSeconds, workerTimeoutSeconds } = await import('./lib/jobs/job-times.ts');
  const { backgroundFunctions } = await import('./lib/functions/background-functions.ts');
  const { checkoutBody } = await import('./lib/api/account-schemas.ts');
  const sizeOf = ({ memoryMegabytes, engineMegabytes, concurrency }) => [memoryMegabytes, engineMegabytes, concurrency];
  console.log(JSON.stringify({
    paidPlans, planNames, largestPlan, fileSizeWords, deadLetterSeconds, maxJobSeconds, workerTimeoutSeconds,
    canBuy: ['free', 'pro', 'team'].filter((plan) => checkoutBody.safeParse({ plan }).success),
    price: environmentNames.stripeBusinessPrice,
    sizes: ['convertDocument', 'convertWebPage', 'recognizePages'].map((name) => sizeOf(backgroundFunctions[name])),
  }));
`;

const expected = {
  paidPlans: ['team', 'business'],
  planNames: ['free', 'team', 'business'],
  largestPlan: 'business',
  fileSizeWords: '10 MB to 25 MB, depending on the plan',
  deadLetterSeconds: 20_700,
  maxJobSeconds: 21_600,
  workerTimeoutSeconds: 690,
  canBuy: ['team'],
  price: 'STRIPE_BUSINESS_PRICE',
  sizes: [
    [2048, 1559, 60],
    [3008, 2048, 60],
    [3008, 2048, 120],
  ],
};

const run = (source: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-'], { encoding: 'utf8', input: source }),
  );

it('apply to a program that sets them before it imports what depends on them', () => {
  expect(
    run(`globalThis.docforgeConstants = ${JSON.stringify(JSON.stringify(constants))};${program}`),
  ).toEqual(expected);
});

it('apply to a bundle that was built with them', () => {
  const { outputFiles = [] } = buildSync({
    stdin: { contents: program, resolveDir: '.', loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    define: { 'globalThis.docforgeConstants': JSON.stringify(JSON.stringify(constants)) },
  });

  expect(run(outputFiles[0]?.text ?? '')).toEqual(expected);
});
