import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { type ItemKey, keys, type Table } from '../../lib/aws/table.ts';
import type { Check, Session } from './session.ts';

/** A call with the restricted credentials, which may only update items of rate limits and tokens. */
type Attempt = {
  readonly name: string;
  readonly allowed: boolean;
  send(tried: { readonly table: Table; readonly s3: S3Client; readonly session: Session }): Promise<unknown>;
};

const updateOf = (table: Table, Key: ItemKey) => ({
  TableName: table.name,
  Key,
  UpdateExpression: 'SET checked = :yes',
  ExpressionAttributeValues: { ':yes': true },
});

/** Items that only the check writes. It deletes them at its end. */
const rateOf = ({ accountId }: Session, which: string): ItemKey => keys.address(`check-${which}`, accountId);
const jobOf = ({ accountId }: Session): ItemKey => keys.job(accountId, 'none');
const accountOf = ({ accountId }: Session): ItemKey => keys.account(accountId);

const transact = (table: Table, ...Keys: ItemKey[]) =>
  table.client.send(
    new TransactWriteCommand({ TransactItems: Keys.map((Key) => ({ Update: updateOf(table, Key) })) }),
  );

const attempts: readonly Attempt[] = [
  {
    name: 'update an item in its partitions',
    allowed: true,
    send: ({ table, session }) => table.client.send(new UpdateCommand(updateOf(table, rateOf(session, 'a')))),
  },
  {
    name: 'update two of them in a transaction',
    allowed: true,
    send: ({ table, session }) => transact(table, rateOf(session, 'a'), rateOf(session, 'b')),
  },
  {
    name: 'update an item in another partition',
    allowed: false,
    send: ({ table, session }) => table.client.send(new UpdateCommand(updateOf(table, accountOf(session)))),
  },
  {
    name: 'update an item in another partition in a transaction with its own',
    allowed: false,
    send: ({ table, session }) => transact(table, rateOf(session, 'a'), accountOf(session)),
  },
  {
    name: 'update only an item in another partition in a transaction',
    allowed: false,
    send: ({ table, session }) => transact(table, accountOf(session)),
  },
  {
    name: 'check an item in another partition in a transaction with its own',
    allowed: false,
    send: ({ table, session }) =>
      table.client.send(
        new TransactWriteCommand({
          TransactItems: [
            { Update: updateOf(table, rateOf(session, 'a')) },
            {
              ConditionCheck: {
                TableName: table.name,
                Key: accountOf(session),
                ConditionExpression: 'attribute_exists(pk)',
              },
            },
          ],
        }),
      ),
  },
  {
    name: 'put an item into its partitions',
    allowed: false,
    send: ({ table, session }) =>
      table.client.send(new PutCommand({ TableName: table.name, Item: rateOf(session, 'a') })),
  },
  {
    name: 'delete an item in its partitions',
    allowed: false,
    send: ({ table, session }) =>
      table.client.send(new DeleteCommand({ TableName: table.name, Key: rateOf(session, 'a') })),
  },
  {
    name: 'read a job',
    allowed: false,
    send: ({ table, session }) =>
      table.client.send(new GetCommand({ TableName: table.name, Key: jobOf(session) })),
  },
  {
    name: 'read a job in a transaction',
    allowed: false,
    send: ({ table, session }) =>
      table.client.send(
        new TransactGetCommand({
          TransactItems: [{ Get: { TableName: table.name, Key: jobOf(session) } }],
        }),
      ),
  },
  {
    name: 'query the jobs of an account',
    allowed: false,
    send: ({ table, session }) =>
      table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': keys.job(session.accountId, '').pk },
        }),
      ),
  },
  {
    name: 'scan the table',
    allowed: false,
    send: ({ table }) => table.client.send(new ScanCommand({ TableName: table.name, Limit: 1 })),
  },
  {
    name: 'read a file',
    allowed: false,
    send: ({ s3, session: { deployment, accountId, fileId } }) =>
      s3.send(
        new GetObjectCommand({
          Bucket: deployment.outputs.BucketName,
          Key: `accounts/${accountId}/files/${fileId}`,
        }),
      ),
  },
];

const refusalOf = async (call: Promise<unknown>): Promise<string | undefined> => {
  try {
    await call;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
};

/** The error codes of DynamoDB and S3. */
const isDenial = (name: string): boolean => name === 'AccessDeniedException' || name === 'AccessDenied';

/** Checks with real calls what a function may and may not do. */
export const permissionChecks: readonly Check[] = attempts.map(({ name, allowed, send }) => ({
  name: `a function ${allowed ? 'can' : 'cannot'} ${name}`,
  run: async (session) => {
    const { dynamodb, s3: storage } = await session.deployment.restricted();
    const table = openTable(session.table.name, dynamodb);
    const s3 = new S3Client({ ...storage, forcePathStyle: storage.endpoint !== undefined });
    const refusal = await refusalOf(send({ table, s3, session }));
    table.client.destroy();
    s3.destroy();
    if (allowed && refusal !== undefined) throw new Error(`denied: ${refusal}`);
    if (!allowed && refusal === undefined) throw new Error('the call was allowed');
    if (!allowed && refusal !== undefined && !isDenial(refusal))
      throw new Error(`${refusal} instead of a denial`);
  },
}));

/** Deletes the items that the checks wrote. */
export const deleteAttempts = async (session: Session): Promise<void> => {
  const { table } = session;
  for (const which of ['a', 'b'])
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: rateOf(session, which) }));
};
