import { isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '../template/json.ts';
import type { AccessRequest } from './policy.ts';

/** The partition keys of a table and of its indexes, which a policy calls leading keys. */
export type TableKeys = {
  readonly partitionKey: string;
  /** By index name. */
  readonly indexes: Readonly<Record<string, string>>;
};

/** What a call's resources are read with. */
export type DynamoDbPlace = {
  readonly region: string;
  readonly accountId: string;
  readonly tables: ReadonlyMap<string, TableKeys>;
};

/** Items of a transaction are authorized by the action that each of them is. */
const transactActions: Readonly<Record<string, string>> = {
  ConditionCheck: 'ConditionCheckItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
};

const leadingKeys = 'dynamodb:leadingkeys';

/**
 * What a call to DynamoDB does, as policies see it: action, table or index, and the leading keys.
 *
 * A transaction is authorized item by item, a batch table by table with all of its keys.
 * @param operation of the header `X-Amz-Target`, such as `GetItem`
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
 * @throws Error for PartiQL, whose statements are not read here
 */
export function dynamoDbRequests(operation: string, body: JsonRecord, place: DynamoDbPlace): AccessRequest[] {
  const arnOf = (tableName: string): string =>
    tableName.startsWith('arn:')
      ? tableName
      : `arn:aws:dynamodb:${place.region}:${place.accountId}:table/${tableName}`;
  const keysOf = (tableName: string): TableKeys | undefined =>
    place.tables.get(tableName.slice(tableName.lastIndexOf('/') + 1));
  const onItems = (
    action: string,
    tableName: string,
    items: readonly JsonRecord[],
    enclosing?: string,
  ): AccessRequest => {
    const partitionKey = keysOf(tableName)?.partitionKey ?? '';
    const values = items.flatMap((item) => attributeText(item[partitionKey]) ?? []);
    return {
      action: `dynamodb:${action}`,
      resource: arnOf(tableName),
      context: {
        [leadingKeys]: values,
        ...(enclosing === undefined ? {} : { 'dynamodb:enclosingoperation': [enclosing] }),
      },
    };
  };
  const table = textOf(body.TableName) ?? '';

  switch (operation) {
    case 'GetItem':
    case 'DeleteItem':
    case 'UpdateItem':
      return [onItems(operation, table, [recordOf(body.Key)])];
    case 'PutItem':
      return [onItems(operation, table, [recordOf(body.Item)])];
    case 'TransactGetItems':
    case 'TransactWriteItems':
      return listOf(body.TransactItems).flatMap((item) =>
        Object.entries(recordOf(item)).map(([kind, value]) => {
          const action = Object.hasOwn(transactActions, kind) ? transactActions[kind] : undefined;
          if (action === undefined) throw new Error(`a transaction has no ${kind}`);
          const { Item, Key, TableName } = recordOf(value);
          return onItems(action, textOf(TableName) ?? '', [recordOf(Item ?? Key)], operation);
        }),
      );
    case 'BatchGetItem':
      return Object.entries(recordOf(body.RequestItems)).map(([name, request]) =>
        onItems(operation, name, listOf(recordOf(request).Keys).map(recordOf)),
      );
    case 'BatchWriteItem':
      return Object.entries(recordOf(body.RequestItems)).map(([name, writes]) =>
        onItems(operation, name, listOf(writes).map(itemOfWrite)),
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
    case 'ExecuteStatement':
    case 'ExecuteTransaction':
    case 'BatchExecuteStatement':
      throw new Error(`${operation} cannot be judged by the local permission check`);
    default:
      return [{ action: `dynamodb:${operation}`, resource: table === '' ? '*' : arnOf(table) }];
  }
}

function itemOfWrite(write: Json): JsonRecord {
  const { DeleteRequest, PutRequest } = recordOf(write);
  return recordOf(recordOf(PutRequest).Item ?? recordOf(DeleteRequest).Key);
}

/** The value that a query compares the partition key with; undefined if it names none, which DynamoDB refuses. */
function queriedPartition(body: JsonRecord, partitionKey: string): string | undefined {
  const legacy = recordOf(recordOf(body.KeyConditions)[partitionKey]);
  if (legacy.ComparisonOperator === 'EQ') return attributeText(listOf(legacy.AttributeValueList)[0]);
  const names = recordOf(body.ExpressionAttributeNames);
  const values = recordOf(body.ExpressionAttributeValues);
  const expression = textOf(body.KeyConditionExpression) ?? '';
  for (const [, name = '', value = ''] of expression.matchAll(/([#\w.-]+)\s*=\s*(:\w+)/g)) {
    if ((name.startsWith('#') ? names[name] : name) === partitionKey) return attributeText(values[value]);
  }
  return undefined;
}

/** The text of a key: a string, a number, or bytes in base64. */
function attributeText(value: Json | undefined): string | undefined {
  if (!isRecord(value)) return undefined;
  return textOf(value.S) ?? textOf(value.N) ?? textOf(value.B);
}
