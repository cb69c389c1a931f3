import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Change, changeInput, type Guard, guardInput } from './change.ts';
import { withVersion } from './item-version.ts';
import type { Item, Table } from './table.ts';

/** The item after an update or, if the condition failed, the current item (undefined if it does not exist). */
type UpdateOutcome =
  | { readonly updated: true; readonly item: Item }
  | { readonly updated: false; readonly item: Item | undefined };

/** Changes one item under a condition. Returns the item in both cases, so that a refusal needs no second call. */
export const updateIf = async (table: Table, change: Change): Promise<UpdateOutcome> => {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        ...changeInput(change),
        TableName: table.name,
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { updated: true, item: Attributes ?? {} };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { updated: false, item: error.Item === undefined ? undefined : unmarshall(error.Item) };
  }
};

/**
 * Changes one item under a condition that no longer holds afterwards, such as a claim.
 *
 * If the response is lost, the client's retry is refused, but the item has the id of this write, so it counts as updated.
 */
export const updateOnce = async (table: Table, change: Change): Promise<UpdateOutcome> => {
  // Short, because it counts towards the item's size.
  const writer = randomBytes(9).toString('base64url');
  const outcome = await updateIf(table, { ...change, set: { ...change.set, written_by: writer } });
  const { item } = outcome;
  return item?.written_by === writer ? { updated: true, item } : outcome;
};

/** Writes one item under a condition. Returns false if the condition failed. */
export const putIf = async (table: Table, item: Item, guard: Guard): Promise<boolean> => {
  try {
    await table.client.send(
      new PutCommand({ TableName: table.name, Item: withVersion(item), ...guardInput(guard) }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
