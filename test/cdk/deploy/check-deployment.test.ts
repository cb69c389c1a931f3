import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  isDataMissing,
  lossesOf,
  refusalOf,
  synthesizedStacks,
} from '../../../cdk/deploy/check-deployment.ts';

const aws = mockClient(CloudFormationClient);

let folder: string;
beforeEach(async () => {
  aws.reset();
  folder = await mkdtemp(join(tmpdir(), 'docforge-deploy-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const table = { Type: 'AWS::DynamoDB::Table', DeletionPolicy: 'RetainExceptOnCreate' };

const writeAssembly = async (resources: object): Promise<void> => {
  const stack = (environment: string, templateFile: string, stackName?: string) => ({
    type: 'aws:cloudformation:stack',
    environment,
    properties: { templateFile, ...(stackName && { stackName }) },
  });
  await writeFile(
    join(folder, 'manifest.json'),
    JSON.stringify({
      artifacts: {
        'DocForge.assets': { type: 'cdk:asset-manifest', properties: { file: 'DocForge.assets.json' } },
        DocForge: stack('aws://unknown-account/unknown-region', 'DocForge.template.json'),
        Second: stack('aws://111122223333/eu-west-1', 'DocForge.template.json', 'Papers'),
        Tree: { type: 'cdk:tree', properties: { file: 'tree.json' } },
      },
    }),
  );
  await writeFile(join(folder, 'DocForge.template.json'), JSON.stringify({ Resources: resources }));
};

const deployed = (StackName: string, StackStatus = 'UPDATE_COMPLETE'): void => {
  const stack = { StackName, StackStatus, CreationTime: new Date(0) };
  aws.on(DescribeStacksCommand, { StackName }).resolves({ Stacks: [stack] } as never);
  aws.on(GetTemplateCommand, { StackName }).resolves({
    TemplateBody: JSON.stringify({ Resources: { Table: table } }),
    StagesAvailable: ['Original'],
  });
};

/** The answer of CloudFormation for a stack that does not exist. */
const missing = (name: string) =>
  new CloudFormationServiceException({
    name: 'ValidationError',
    $fault: 'client',
    message: `Stack with id ${name} does not exist`,
    $metadata: {},
  });

it('reads each stack of an assembly with its name and region', async () => {
  await writeAssembly({ Table: table });

  expect(synthesizedStacks(folder)).toEqual([
    { id: 'DocForge', name: 'DocForge', region: undefined, template: { Resources: { Table: table } } },
    { id: 'Second', name: 'Papers', region: 'eu-west-1', template: { Resources: { Table: table } } },
  ]);
});

it('compares each stack with the one that is deployed in its region', async () => {
  await writeAssembly({});
  aws.on(DescribeStacksCommand, { StackName: 'DocForge' }).rejects(missing('DocForge'));
  deployed('Papers');
  const regions: (string | undefined)[] = [];

  const losses = await lossesOf(synthesizedStacks(folder), (region) => {
    regions.push(region);
    return new CloudFormationClient({ region: region ?? 'us-east-1' });
  });

  expect(losses).toEqual([{ name: 'table', effect: expect.stringContaining('leaves the stack') }]);
  expect(regions).toEqual([undefined, 'eu-west-1']);
});

it.each(['ROLLBACK_COMPLETE', 'REVIEW_IN_PROGRESS'])(
  'has nothing to lose after a first deployment in the state %s',
  async (state) => {
    await writeAssembly({});
    for (const name of ['DocForge', 'Papers']) deployed(name, state);

    expect(
      await lossesOf(synthesizedStacks(folder), () => new CloudFormationClient({ region: 'us-east-1' })),
    ).toEqual([]);
    expect(aws.commandCalls(GetTemplateCommand)).toHaveLength(0);
  },
);

it('states a loss once that two stacks record', async () => {
  await writeAssembly({});
  for (const name of ['DocForge', 'Papers']) deployed(name);

  const losses = await lossesOf(
    synthesizedStacks(folder),
    () => new CloudFormationClient({ region: 'us-east-1' }),
  );

  expect(losses).toHaveLength(1);
});

it('fails if CloudFormation cannot be asked', async () => {
  await writeAssembly({});
  aws.on(DescribeStacksCommand).rejects(new Error('ExpiredToken'));

  await expect(
    lossesOf(synthesizedStacks(folder), () => new CloudFormationClient({ region: 'us-east-1' })),
  ).rejects.toThrow('ExpiredToken');
});

it('refuses what is not allowed, and names the argument that allows it', () => {
  const losses = [
    { name: 'billing', effect: 'nobody can buy a plan' },
    { name: 'table', effect: 'Table is deleted' },
    { name: 'table', effect: 'Other is deleted' },
  ];

  expect(refusalOf([], [])).toBeUndefined();
  expect(refusalOf(losses, ['table', 'billing'])).toBeUndefined();
  expect(refusalOf(losses, ['billing'])).toBe(
    [
      'This deployment would remove or replace:',
      '  table: Table is deleted.',
      '  table: Other is deleted.',
      'Correct the settings or, if you intend this, add --allow table.',
    ].join('\n'),
  );
});

it('knows whether the data is deployed for the first time', async () => {
  const data = { id: 'DocForgeData', name: 'DocForge-data', region: undefined, template: {} };
  const connect = () => new CloudFormationClient({ region: 'us-east-1' });

  aws.on(DescribeStacksCommand, { StackName: 'DocForge-data' }).rejects(missing('DocForge-data'));
  expect(await isDataMissing([data], connect)).toBe(true);
  deployed('DocForge-data', 'ROLLBACK_COMPLETE');
  expect(await isDataMissing([data], connect)).toBe(true);
  deployed('DocForge-data');
  expect(await isDataMissing([data], connect)).toBe(false);
  expect(await isDataMissing([{ ...data, id: 'DocForge' }], connect)).toBe(false);
});
