import { type Json, listOf, recordOf, textOf } from '../template/json.ts';
import { resourcesOfType, type Template } from '../template/load.ts';
import type { LocalScope } from '../template/local-values.ts';
import type { TableKeys } from './dynamodb-requests.ts';

/** Reads the partition keys of a template's tables and their indexes, by table name. */
export function readTableKeys(template: Template, scope: LocalScope): ReadonlyMap<string, TableKeys> {
  const tables = resourcesOfType(template, 'AWS::DynamoDB::Table');
  return new Map(
    tables.map((table) => {
      const indexes = ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'].flatMap((property) =>
        listOf(scope.property(table, property)).map((value): [string, string] => {
          const index = recordOf(value);
          return [textOf(index.IndexName) ?? '', partitionKeyOf(index.KeySchema)];
        }),
      );
      const partitionKey = partitionKeyOf(scope.property(table, 'KeySchema'));
      return [scope.nameOf(table), { partitionKey, indexes: Object.fromEntries(indexes) }];
    }),
  );
}

function partitionKeyOf(keySchema: Json | undefined): string {
  const elements = listOf(keySchema).map(recordOf);
  return textOf(elements.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName) ?? '';
}
