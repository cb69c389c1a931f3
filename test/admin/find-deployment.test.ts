import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { deployedStack } from '../../admin/find-deployment.ts';

const cloudFormation = mockClient(CloudFormationClient);
const sts = mockClient(STSClient);
// Other files of this worker share the client's module.
afterAll(() => {
  cloudFormation.restore();
  sts.restore();
});

const roleArn = 'arn:aws:iam::111122223333:role/DocForge-CheckRole';
const outputs = {
  TableName: 'table',
  BucketName: 'bucket',
  BaseUrl: 'https://api.example/v1/',
  CheckRoleArn: roleArn,
};

const deployed = (given: Readonly<Record<string, string>>) =>
  cloudFormation.on(DescribeStacksCommand, { StackName: 'DocForge' }).resolves({
    Stacks: [
      {
        StackName: 'DocForge',
        CreationTime: new Date(0),
        StackStatus: 'CREATE_COMPLETE',
        Outputs: Object.entries(given).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
      },
    ],
  });

beforeEach(() => {
  cloudFormation.reset();
  sts.reset();
});

describe('a deployed stack', () => {
  it('is found by its outputs', async () => {
    deployed(outputs);

    const deployment = await deployedStack('DocForge');

    expect(deployment.table.name).toBe('table');
    expect(deployment.outputs).toEqual(outputs);
  });

  it('is an error without its table, or if it cannot be read', async () => {
    deployed({});
    await expect(deployedStack('DocForge')).rejects.toThrow('has no output TableName');

    cloudFormation.on(DescribeStacksCommand).rejects(new Error('Stack with id DocForge does not exist'));
    await expect(deployedStack('DocForge')).rejects.toThrow('does not exist');
  });

  it('assumes the restricted role once', async () => {
    deployed(outputs);
    sts.on(AssumeRoleCommand, { RoleArn: roleArn }).resolves({
      Credentials: {
        AccessKeyId: 'key',
        SecretAccessKey: 'secret',
        SessionToken: 'token',
        Expiration: new Date(0),
      },
    });
    const deployment = await deployedStack('DocForge');

    const given = await Promise.all([deployment.restricted(), deployment.restricted()]);

    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'token' };
    for (const each of given) expect(each).toEqual({ dynamodb: { credentials }, s3: { credentials } });
    expect(sts.calls()).toHaveLength(1);
  });

  it('reports that STS returned nothing', async () => {
    deployed(outputs);
    sts.on(AssumeRoleCommand).resolves({});
    const deployment = await deployedStack('DocForge');

    await expect(deployment.restricted()).rejects.toThrow(`STS returned no credentials for ${roleArn}`);
  });
});
