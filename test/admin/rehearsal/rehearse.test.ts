import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AwsCallError, type AwsRequest } from '../../../admin/preflight/aws-call.ts';
import { rehearse } from '../../../admin/rehearsal/rehearse.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-rehearsal-'));
  file = join(folder, 'config.ts');
  const sandbox = { stackName: 'Sandbox', region: 'eu-central-1', pages: 'none' };
  await writeFile(file, `export const stages = ${JSON.stringify({ sandbox })};`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const missing = new AwsCallError('ValidationError', 'Stack with id Sandbox does not exist');

/** What AWS answers in a sandbox account without stacks, by service and operation. */
const answers: Readonly<Record<string, unknown>> = {
  'cloudformation DescribeStacks': missing,
  'sts GetCallerIdentity': '<Account>111122223333</Account>',
  'ssm AmazonSSM.GetParameter': { Parameter: { Value: '28' } },
  'lambda /2018-10-31/layers': { Layers: [] },
  'lambda /2016-08-19/account-settings/': { AccountLimit: { ConcurrentExecutions: 1000 } },
  'monitoring GraniteServiceVersion20100801.GetMetricData': {
    MetricDataResults: [
      { Id: 'invocations', Values: [90, 10] },
      { Id: 'milliseconds', Values: [30_000, 20_000] },
    ],
  },
};

const start = async (own: Readonly<Record<string, unknown>> = {}, failing: readonly string[] = []) => {
  const commands: string[] = [];
  const lines: string[] = [];
  const isGood = await rehearse({
    file,
    stage: 'sandbox',
    region: async () => 'us-east-1',
    call: async ({ service, target, path, query = {} }: AwsRequest) => {
      const answer = { ...answers, ...own }[`${service} ${target ?? query.Action ?? path}`];
      if (answer === undefined) throw new Error(`Unexpected call of ${service}`);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    run: async (...words) => {
      commands.push(words.join(' '));
      return !failing.some((word) => words.includes(word));
    },
    print: (line) => lines.push(line),
    now: () => 0,
  }).catch((error: Error) => error.message);
  return { isGood, commands, lines };
};

const deploy = 'npm run deploy -- --stage sandbox -- --require-approval never';
const check = 'npm run admin -- check --stack Sandbox';
const destroy = 'npm exec cdk -- destroy --all --force';

it('deploys, checks, estimates the cost and destroys', async () => {
  const { isGood, commands, lines } = await start();

  expect(isGood).toBe(true);
  expect(commands).toEqual([deploy, check, destroy]);
  expect(lines).toContain('100 invocations of Lambda took 50 s: at most 0.0025 US dollars');
});

it('destroys what it deployed if a check fails, or the deployment itself', async () => {
  expect(await start({}, ['check'])).toMatchObject({ isGood: false, commands: [deploy, check, destroy] });
  expect(await start({}, ['deploy'])).toMatchObject({ isGood: false, commands: [deploy, destroy] });
  expect(await start({}, ['destroy'])).toMatchObject({ isGood: false });
});

it('never touches a stack that exists', async () => {
  const { isGood, commands } = await start({ 'cloudformation DescribeStacks': '<DescribeStacksResponse/>' });

  expect(isGood).toContain('The stack Sandbox exists in eu-central-1. A rehearsal destroys what it deploys');
  expect(commands).toEqual([]);
});

it('deploys nothing if the preflight fails', async () => {
  const { isGood, commands, lines } = await start({
    'ssm AmazonSSM.GetParameter': new AwsCallError('ParameterNotFound', ''),
  });

  expect(isGood).toBe('The preflight failed, so nothing was deployed.');
  expect(commands).toEqual([]);
  expect(lines.join('\n')).toContain('Bootstrap stack: FAILED');
});
