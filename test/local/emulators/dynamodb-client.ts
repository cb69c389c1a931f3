import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';

export const TableName = 'docforge';

export function createClient(endpoint: string) {
  return new DynamoDBClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
}

export const createTable = (client: DynamoDBClient) =>
  client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'active'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'active-jobs',
          KeySchema: [
            { AttributeName: 'active', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['lease'] },
        },
      ],
    }),
  );

export const key = (pk: string, sk = 'item') => ({ pk: { S: pk }, sk: { S: sk } });
