import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import * as z from 'zod';
import { AccountError } from '../lib/accounts/manage-accounts.ts';
import { openTable } from '../lib/aws/dynamodb.ts';
import type { Table } from '../lib/aws/table.ts';

/** How to reach one service of AWS and who signs; empty for the region and credentials of the AWS command line. */
export type ClientSettings = {
  readonly region?: string;
  readonly endpoint?: string;
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
};

/** What `npm run admin` needs of a running stack, local or deployed. */
export type Deployment = {
  /** With the operator's credentials. */
  readonly table: Table;
  readonly outputs: Readonly<Record<string, string>>;
  readonly s3: ClientSettings;
  /** Settings with the permissions of the function of `GET /formats` and no others, to try what a function may not do. */
  restricted(): Promise<Readonly<Record<'dynamodb' | 's3', ClientSettings>>>;
};

const credentials = z.object({
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  // Of a role's; the operator's own have none.
  sessionToken: z.string().exactOptional(),
});
const stackFile = z.object({
  region: z.string(),
  credentials,
  baseUrl: z.string().default(''),
  endpoints: z.object({ dynamodb: z.string(), s3: z.string().default('') }),
  outputs: z.record(z.string(), z.string()),
  functions: z.record(z.string(), z.object({ credentials: credentials.optional() })).default({}),
});

/** The function that may do the least of those that may write at all: it counts its caller. */
const restrictedFunction = /^GetFormatsFunction/;

/**
 * The local stack that runs on this data folder.
 *
 * @throws AccountError where none runs.
 */
export const localDeployment = async (dataFolder: string): Promise<Deployment> => {
  const text = await readFile(join(dataFolder, 'stack.json'), 'utf8').catch((cause: unknown) => {
    throw new AccountError(
      `No local stack runs on ${dataFolder}; start it with npm start, or name a deployed one with --stack`,
      { cause },
    );
  });
  const stack = stackFile.parse(JSON.parse(text));
  const { region, endpoints, outputs } = stack;
  const settings = (endpoint: string, signer = stack.credentials): ClientSettings => ({
    region,
    endpoint,
    credentials: signer,
  });
  return {
    table: openTable(outputs.TableName, settings(endpoints.dynamodb)),
    outputs: { ...outputs, BaseUrl: stack.baseUrl },
    s3: settings(endpoints.s3),
    restricted: async () => {
      const signer = Object.entries(stack.functions).find(([id]) => restrictedFunction.test(id))?.[1]
        .credentials;
      if (signer === undefined) throw new Error('the local stack checks no permissions');
      return { dynamodb: settings(endpoints.dynamodb, signer), s3: settings(endpoints.s3, signer) };
    },
  };
};

/** Credentials of a role that the operator may assume, for a quarter of an hour, the shortest that STS gives. */
const assume = async (roleArn: string | undefined): Promise<ClientSettings> => {
  const { Credentials: given } = await new STSClient({}).send(
    new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: 'docforge-check', DurationSeconds: 900 }),
  );
  const { AccessKeyId, SecretAccessKey, SessionToken } = given ?? {};
  if (AccessKeyId === undefined || SecretAccessKey === undefined || SessionToken === undefined)
    throw new Error(`STS gave no credentials for ${roleArn}`);
  return {
    credentials: {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      sessionToken: SessionToken,
    },
  };
};

/**
 * A deployed stack, with the credentials and the region of the AWS command line.
 *
 * @throws AccountError where there is no such stack.
 */
export const deployedStack = async (stackName: string): Promise<Deployment> => {
  const { Stacks = [] } = await new CloudFormationClient({})
    .send(new DescribeStacksCommand({ StackName: stackName }))
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new AccountError(`The stack ${stackName} cannot be read: ${reason}`, { cause });
    });
  const outputs = Object.fromEntries(
    (Stacks[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  );
  const { TableName, CheckRoleArn } = outputs;
  if (TableName === undefined) throw new AccountError(`The stack ${stackName} has no output TableName`);
  let assumed: Promise<ClientSettings> | undefined;
  return {
    table: openTable(TableName),
    outputs,
    s3: {},
    restricted: async () => {
      assumed ??= assume(CheckRoleArn);
      const settings = await assumed;
      return { dynamodb: settings, s3: settings };
    },
  };
};
