import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import * as z from 'zod';
import { AccountError } from '../lib/accounts/manage-accounts.ts';
import { openTable } from '../lib/aws/dynamodb.ts';
import type { Table } from '../lib/aws/table.ts';

const stackFile = z.object({
  region: z.string(),
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
  endpoints: z.object({ dynamodb: z.string() }),
  outputs: z.object({ TableName: z.string() }),
});

/**
 * The table of the local stack that runs on this data folder.
 *
 * @throws AccountError where none runs.
 */
export const localTable = async (dataFolder: string): Promise<Table> => {
  const text = await readFile(join(dataFolder, 'stack.json'), 'utf8').catch((cause: unknown) => {
    throw new AccountError(
      `No local stack runs on ${dataFolder}; start it with npm start, or name a deployed one with --stack`,
      { cause },
    );
  });
  const stack = stackFile.parse(JSON.parse(text));
  return openTable(stack.outputs.TableName, {
    region: stack.region,
    credentials: stack.credentials,
    endpoint: stack.endpoints.dynamodb,
  });
};

/**
 * The table of a deployed stack, with the credentials and the region of the AWS command line.
 *
 * @throws AccountError where there is no such stack.
 */
export const deployedTable = async (stackName: string): Promise<Table> => {
  const { Stacks = [] } = await new CloudFormationClient({})
    .send(new DescribeStacksCommand({ StackName: stackName }))
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new AccountError(`The stack ${stackName} cannot be read: ${reason}`, { cause });
    });
  const name = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'TableName')?.OutputValue;
  if (name === undefined) throw new AccountError(`The stack ${stackName} has no output TableName`);
  return openTable(name);
};
