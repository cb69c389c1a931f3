import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as z from 'zod';
import { AccountError } from '../lib/accounts/manage-accounts.ts';
import { openTable } from '../lib/aws/dynamodb.ts';
import type { Table } from '../lib/aws/table.ts';
import { environmentNames } from '../lib/env.ts';
import { workers } from '../lib/workers.ts';

/** Settings of an AWS client. Empty for the region and credentials of the AWS CLI. */
type ClientSettings = {
  readonly region?: string;
  readonly endpoint?: string;
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
};

/** A local or deployed stack. */
export type Deployment = {
  /** With the operator's credentials. */
  readonly table: Table;
  readonly outputs: Readonly<Record<string, string>>;
  readonly s3: ClientSettings;
  /** The variables from which stores and AWS clients read what they use. */
  readonly environment: Readonly<Record<string, string>>;
  /** Returns the AWS identity of the caller; of a local stack, the user of this machine. */
  caller(): Promise<string>;
  /** Returns settings with only the permissions of the `GET /formats` function, to check what a function may not do. */
  restricted(): Promise<Readonly<Record<'dynamodb' | 's3', ClientSettings>>>;
};

const credentials = z.object({
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  // Only for credentials of a role.
  sessionToken: z.string().exactOptional(),
});
const stackFile = z.object({
  region: z.string(),
  credentials,
  baseUrl: z.string().default(''),
  endpoints: z.object({
    dynamodb: z.string(),
    s3: z.string().default(''),
    sqs: z.string().default(''),
    userPool: z.string().default(''),
    watching: z.string().default(''),
  }),
  outputs: z.record(z.string(), z.string()),
  functions: z.record(z.string(), z.object({ credentials: credentials.optional() })).default({}),
});

/** The function with the fewest write permissions: it only updates rate limits. */
const restrictedFunction = /^GetFormatsFunction/;

/** The output of the stack for each variable that commands read. */
const outputOf: Readonly<Record<string, string>> = {
  [environmentNames.bucketName]: 'BucketName',
  [environmentNames.tableName]: 'TableName',
  [environmentNames.oidcIssuer]: 'OidcIssuer',
  [environmentNames.webhookQueueUrl]: 'WebhookQueueUrl',
  [environmentNames.deadLetterQueueUrl]: 'DeadLetterQueueUrl',
  ...Object.fromEntries(Object.values(workers).map(({ variable, output }) => [variable, output])),
};

const environmentOf = (outputs: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(outputOf).flatMap(([variable, output]) => {
      const value = outputs[output];
      return value === undefined ? [] : [[variable, value]];
    }),
  );

/**
 * Finds the local stack of a data folder, with its region and the URL of its metrics.
 *
 * @throws AccountError if none is running
 */
export const localDeployment = async (
  dataFolder: string,
): Promise<Deployment & { readonly region: string; readonly watching: string }> => {
  const text = await readFile(join(dataFolder, 'stack.json'), 'utf8').catch((cause: unknown) => {
    throw new AccountError(
      `No local stack is running on ${dataFolder}. Start it with npm start, or pass --stack for a deployed one.`,
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
    region,
    watching: endpoints.watching,
    outputs: { ...outputs, BaseUrl: stack.baseUrl },
    s3: settings(endpoints.s3),
    environment: {
      ...environmentOf(outputs),
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: stack.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: stack.credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
      AWS_ENDPOINT_URL_S3: endpoints.s3,
      AWS_ENDPOINT_URL_SQS: endpoints.sqs,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoints.userPool,
    },
    caller: async () => `local user ${userInfo().username}`,
    restricted: async () => {
      const signer = Object.entries(stack.functions).find(([id]) => restrictedFunction.test(id))?.[1]
        .credentials;
      if (signer === undefined) throw new Error('the local stack does not check permissions');
      return { dynamodb: settings(endpoints.dynamodb, signer), s3: settings(endpoints.s3, signer) };
    },
  };
};

/** Assumes a role for 15 minutes, the minimum of STS. */
const assume = async (roleArn: string | undefined): Promise<ClientSettings> => {
  const { Credentials: given } = await new STSClient({}).send(
    new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: 'docforge-check', DurationSeconds: 900 }),
  );
  const { AccessKeyId, SecretAccessKey, SessionToken } = given ?? {};
  if (AccessKeyId === undefined || SecretAccessKey === undefined || SessionToken === undefined)
    throw new Error(`STS returned no credentials for ${roleArn}`);
  return {
    credentials: {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      sessionToken: SessionToken,
    },
  };
};

/**
 * Finds a deployed stack with the credentials and the region of the AWS CLI.
 *
 * @throws AccountError if the stack does not exist
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
  if (TableName === undefined) throw new AccountError(`The stack ${stackName} has no output TableName.`);
  let assumed: Promise<ClientSettings> | undefined;
  return {
    table: openTable(TableName),
    outputs,
    s3: {},
    environment: environmentOf(outputs),
    caller: async () => (await new STSClient({}).send(new GetCallerIdentityCommand({}))).Arn ?? 'unknown',
    restricted: async () => {
      assumed ??= assume(CheckRoleArn);
      const settings = await assumed;
      return { dynamodb: settings, s3: settings };
    },
  };
};
