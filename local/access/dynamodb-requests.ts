import { isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '../template/json.ts';
import type { AccessRequest } from './policy.ts';

/** The partition keys of a table and of its indexes (`dynamodb:LeadingKeys` in policies). */
export type TableKeys = {
  readonly partitionKey: string;
  /** By index name. */
  readonly indexes: Readonly<Record<string, string>>;
};

/** The region, account and tables that ARNs and leading keys are derived from. */
export type DynamoDbPlace = {
  readonly region: string;
  readonly accountId: string;
  readonly tables: ReadonlyMap<string, TableKeys>;
};

/** The action that authorizes each kind of item in a transaction. */
const transactActions: Readonly<Record<string, string>> = {
  ConditionCheck: 'ConditionCheckItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
};

const leadingKeys = 'dynamodb:leadingkeys';

/**
 * Returns the access requests of a DynamoDB call: action, table or index, and leading keys.
 *
 * A transaction and a batch of reads have one request per item. Batches of writes and PartiQL, which name no table of their own, are
 * calls on `*`.
 * @param operation of the header `X-Amz-Target`, such as `GetItem`
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
 */
export function dynamoDbRequests(operation: string, body: JsonRecord, place: DynamoDbPlace): AccessRequest[] {
  const arnOf = (tableName: string): string =>
    tableName.startsWith('arn:')
      ? tableName
      : `arn:aws:dynamodb:${place.region}:${place.accountId}:table/${tableName}`;
  const keysOf = (tableName: string): TableKeys | undefined =>
    place.tables.get(tableName.slice(tableName.lastIndexOf('/') + 1));
  const onItem = (action: string, tableName: string, item: JsonRecord): AccessRequest => {
    const key = attributeText(item[keysOf(tableName)?.partitionKey ?? '']);
    return {
      action: `dynamodb:${action}`,
      resource: arnOf(tableName),
      context: { [leadingKeys]: key === undefined ? [] : [key] },
    };
  };
  const table = textOf(body.TableName) ?? '';

  switch (operation) {
    case 'GetItem':
    case 'DeleteItem':
    case 'UpdateItem':
      return [onItem(operation, table, recordOf(body.Key))];
    case 'PutItem':
      return [onItem(operation, table, recordOf(body.Item))];
    case 'BatchGetItem':
      return Object.entries(recordOf(body.RequestItems)).flatMap(([name, wanted]) =>
        listOf(recordOf(wanted).Keys).map((key) => onItem(operation, name, recordOf(key))),
      );
    case 'TransactGetItems':
    case 'TransactWriteItems':
      return listOf(body.TransactItems).flatMap((item) =>
        Object.entries(recordOf(item)).map(([kind, value]) => {
          const action = Object.hasOwn(transactActions, kind) ? transactActions[kind] : undefined;
          const { Item, Key, TableName } = recordOf(value);
          return onItem(action ?? kind, textOf(TableName) ?? '', recordOf(Item ?? Key));
        }),
      );
    case 'Query':
    case 'Scan': {
      const index = textOf(body.IndexName);
      const keys = keysOf(table);
      const partitionKey = index === undefined ? keys?.partitionKey : keys?.indexes[index];
      const value = operation === 'Query' ? queriedPartition(body, partitionKey ?? '') : undefined;
      return [
        {
          action: `dynamodb:${operation}`,
          resource: index === undefined ? arnOf(table) : `${arnOf(table)}/index/${index}`,
          context: { [leadingKeys]: value === undefined ? [] : [value] },
        },
      ];
    }
    case 'DescribeStream':
    case 'GetShardIterator':
    case 'GetRecords':
    case 'ListStreams': {
      const name = streamedTable(body);
      return [{ action: `dynamodb:${operation}`, resource: `${arnOf(name ?? '*')}/stream/local` }];
    }
    default:
      return [{ action: `dynamodb:${operation}`, resource: table === '' ? '*' : arnOf(table) }];
  }
}

/** Returns the table of a call to its stream. The emulator's shard iterators contain it. */
function streamedTable({ ShardIterator, StreamArn, TableName }: JsonRecord): string | undefined {
  const fromArn = /:table\/([^/]+)\/stream\//.exec(textOf(StreamArn) ?? '')?.[1];
  return textOf(TableName) ?? fromArn ?? tableOfIterator(textOf(ShardIterator) ?? '');
}

function tableOfIterator(iterator: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(iterator, 'base64').toString('utf8'));
    return isRecord(parsed) ? textOf(parsed.table_name) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the partition key value of a query. Undefined if there is none, which DynamoDB rejects. */
function queriedPartition(body: JsonRecord, partitionKey: string): string | undefined {
  const names = recordOf(body.ExpressionAttributeNames);
  const values = recordOf(body.ExpressionAttributeValues);
  const expression = textOf(body.KeyConditionExpression) ?? '';
  for (const [, name = '', value = ''] of expression.matchAll(/([#\w.-]+)\s*=\s*(:\w+)/g)) {
    if ((name.startsWith('#') ? names[name] : name) === partitionKey) return attributeText(values[value]);
  }
  return undefined;
}

/** Returns a key as text: a string, a number, or base64 bytes. */
function attributeText(value: Json | undefined): string | undefined {
  if (!isRecord(value)) return undefined;
  return textOf(value.S) ?? textOf(value.N) ?? textOf(value.B);
}
