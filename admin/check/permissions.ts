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

/** What the restricted credentials try. They may update items of rates and tokens, and nothing else. */
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

/** Items that only the check writes, and deletes at its end. */
const rateOf = ({ accountId }: Session, which: string): ItemKey => keys.address(`check-${which}`, accountId);
const jobOf = ({ accountId }: Session): ItemKey => keys.job(accountId, 'none');
const accountOf = ({ accountId }: Session): ItemKey => keys.account(accountId);

const transact = (table: Table, ...Keys: ItemKey[]) =>
  table.client.send(
    new TransactWriteCommand({ TransactItems: Keys.map((Key) => ({ Update: updateOf(table, Key) })) }),
  );

const attempts: readonly Attempt[] = [
  {
    name: 'updates an item of its partitions',
    allowed: true,
    send: ({ table, session }) => table.client.send(new UpdateCommand(updateOf(table, rateOf(session, 'a')))),
  },
  {
    name: 'updates two of them in a transaction',
    allowed: true,
    send: ({ table, session }) => transact(table, rateOf(session, 'a'), rateOf(session, 'b')),
  },
  {
    name: 'updates an item of another partition',
    allowed: false,
    send: ({ table, session }) => table.client.send(new UpdateCommand(updateOf(table, accountOf(session)))),
  },
  {
    name: 'updates one of another partition in a transaction with its own',
    allowed: false,
    send: ({ table, session }) => transact(table, rateOf(session, 'a'), accountOf(session)),
  },
  {
    name: 'updates only one of another partition in a transaction',
    allowed: false,
    send: ({ table, session }) => transact(table, accountOf(session)),
  },
  {
    name: 'checks one of another partition in a transaction with its own',
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
    name: 'puts an item of its partitions',
    allowed: false,
    send: ({ table, session }) =>
      table.client.send(new PutCommand({ TableName: table.name, Item: rateOf(session, 'a') })),
  },
  {
    name: 'deletes an item of its partitions',
    allowed: false,
    send: ({ table, session }) =>
      table.client.send(new DeleteCommand({ TableName: table.name, Key: rateOf(session, 'a') })),
  },
  {
    name: 'reads a job',
    allowed: false,
    send: ({ table, session }) =>
      table.client.send(new GetCommand({ TableName: table.name, Key: jobOf(session) })),
  },
  {
    name: 'reads a job in a transaction',
    allowed: false,
    send: ({ table, session }) =>
      table.client.send(
        new TransactGetCommand({
          TransactItems: [{ Get: { TableName: table.name, Key: jobOf(session) } }],
        }),
      ),
  },
  {
    name: 'queries the jobs of an account',
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
    name: 'scans the table',
    allowed: false,
    send: ({ table }) => table.client.send(new ScanCommand({ TableName: table.name, Limit: 1 })),
  },
  {
    name: 'reads a file',
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

/** DynamoDB and S3 name it differently. */
const isDenial = (name: string): boolean => name === 'AccessDeniedException' || name === 'AccessDenied';

/** What a function may do and may not do, tried with real calls. */
export const permissionChecks: readonly Check[] = attempts.map(({ name, allowed, send }) => ({
  name: `a function ${name}: ${allowed ? 'allowed' : 'denied'}`,
  run: async (session) => {
    const { dynamodb, s3: storage } = await session.deployment.restricted();
    const table = openTable(session.table.name, dynamodb);
    const s3 = new S3Client({ ...storage, forcePathStyle: storage.endpoint !== undefined });
    const refusal = await refusalOf(send({ table, s3, session }));
    table.client.destroy();
    s3.destroy();
    if (allowed && refusal !== undefined) throw new Error(`refused: ${refusal}`);
    if (!allowed && refusal === undefined) throw new Error('it is allowed');
    if (!allowed && refusal !== undefined && !isDenial(refusal))
      throw new Error(`${refusal} instead of a denial`);
  },
}));

/** Deletes what the attempts wrote. */
export const deleteAttempts = async (session: Session): Promise<void> => {
  const { table } = session;
  for (const which of ['a', 'b'])
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: rateOf(session, which) }));
};
