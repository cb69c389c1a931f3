import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AttributeDefinition,
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  ResourceInUseException,
  ResourceNotFoundException,
  type ScalarAttributeType,
  type StreamSpecification,
  type StreamViewType,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { type Json, listOf, recordOf, TemplateError, textOf } from '../template/json.ts';
import type { Resource } from '../template/load.ts';
import type { LocalScope } from '../template/local-values.ts';

/** Between two polls of a table that is being created. */
const pollMilliseconds = 20;

/**
 * Creates an AWS::DynamoDB::Table, with on-demand capacity. Adds missing indexes, the stream and the TTL attribute to an
 * existing table, and removes nothing.
 *
 * @throws {TemplateError} if a table of this name has another key
 */
export async function ensureTable(
  client: DynamoDBClient,
  scope: LocalScope,
  resource: Resource,
): Promise<void> {
  const property = (name: string): Json | undefined => scope.property(resource, name);
  const TableName = scope.nameOf(resource);
  const KeySchema = readKeySchema(property('KeySchema'));
  const AttributeDefinitions = listOf(property('AttributeDefinitions')).map(readAttribute);
  const indexes = listOf(property('GlobalSecondaryIndexes')).map((index) => readIndex(index));
  const StreamSpecification = readStream(property('StreamSpecification'));

  let table = await describe(client, TableName);
  if (table === undefined) {
    const command = new CreateTableCommand({
      TableName,
      KeySchema,
      AttributeDefinitions,
      BillingMode: 'PAY_PER_REQUEST',
      ...(indexes.length > 0 ? { GlobalSecondaryIndexes: indexes } : {}),
      ...(StreamSpecification === undefined ? {} : { StreamSpecification }),
    });
    await client.send(command).catch((error: unknown) => {
      if (!(error instanceof ResourceInUseException)) throw error;
    });
    table = await waitUntilActive(client, TableName);
  }
  if (!sameKey(table.KeySchema ?? [], KeySchema)) {
    throw new TemplateError(
      `${resource.logicalId}: table ${TableName} exists with another key; delete its data first`,
    );
  }
  for (const index of indexes) {
    const existing = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index.IndexName);
    if (existing) continue;
    const GlobalSecondaryIndexUpdates = [{ Create: index }];
    await client.send(
      new UpdateTableCommand({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates }),
    );
    await waitUntilActive(client, TableName);
  }
  if (StreamSpecification !== undefined && table.StreamSpecification?.StreamEnabled !== true) {
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
    await waitUntilActive(client, TableName);
  }
  const ttl = textOf(recordOf(property('TimeToLiveSpecification')).AttributeName);
  if (ttl !== undefined) await ensureTimeToLive(client, TableName, ttl);
}

async function ensureTimeToLive(
  client: DynamoDBClient,
  TableName: string,
  AttributeName: string,
): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (TimeToLiveDescription?.AttributeName === AttributeName) return;
  const TimeToLiveSpecification = { AttributeName, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function waitUntilActive(client: DynamoDBClient, TableName: string): Promise<TableDescription> {
  for (;;) {
    const table = await describe(client, TableName);
    const indexes = table?.GlobalSecondaryIndexes ?? [];
    const active = indexes.every(({ IndexStatus }) => IndexStatus === undefined || IndexStatus === 'ACTIVE');
    if (table?.TableStatus === 'ACTIVE' && active) return table;
    await sleep(pollMilliseconds);
  }
}

function readIndex(value: Json): GlobalSecondaryIndex {
  const index = recordOf(value);
  return {
    IndexName: textOf(index.IndexName),
    KeySchema: readKeySchema(index.KeySchema),
    Projection: recordOf(index.Projection),
  };
}

function readStream(value: Json | undefined): StreamSpecification | undefined {
  const view = textOf(recordOf(value).StreamViewType);
  return view === undefined ? undefined : { StreamEnabled: true, StreamViewType: view as StreamViewType };
}

function readKeySchema(value: Json | undefined): KeySchemaElement[] {
  return listOf(value).map((element) => {
    const { AttributeName, KeyType } = recordOf(element);
    return { AttributeName: textOf(AttributeName), KeyType: KeyType === 'RANGE' ? 'RANGE' : 'HASH' };
  });
}

function readAttribute(value: Json): AttributeDefinition {
  const { AttributeName, AttributeType } = recordOf(value);
  return {
    AttributeName: textOf(AttributeName),
    AttributeType: textOf(AttributeType) as ScalarAttributeType,
  };
}

function sameKey(left: readonly KeySchemaElement[], right: readonly KeySchemaElement[]): boolean {
  const text = (key: readonly KeySchemaElement[]): string =>
    key
      .map(({ AttributeName, KeyType }) => `${KeyType}=${AttributeName}`)
      .sort()
      .join();
  return text(left) === text(right);
}
