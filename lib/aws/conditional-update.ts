import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { BusyError } from '../api-errors.ts';
import { type Change, changeInput, type Guard, guardInput } from './change.ts';
import { withVersion } from './item-version.ts';
import type { Item, ItemKey, Table } from './table.ts';
import { conflictAttempts, pauseAfterConflict } from './transaction.ts';

/** The item after an update or, if the condition failed, the current item (undefined if it does not exist). */
type UpdateOutcome =
  | { readonly updated: true; readonly item: Item }
  | { readonly updated: false; readonly item: Item | undefined };

/** Sends a write of one item. DynamoDB refuses it while a transaction on that item is under way, and its client does not repeat it then. */
const sendAfterTransactions = async <Output>(send: () => Promise<Output>): Promise<Output> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TransactionConflictException)) throw error;
      if (attempt === conflictAttempts)
        throw new BusyError('A write kept meeting transactions', { cause: error });
      await pauseAfterConflict(attempt);
    }
  }
};

/** Changes one item under a condition. Returns the item in both cases, so that a refusal needs no second call. */
export const updateIf = async (table: Table, change: Change): Promise<UpdateOutcome> => {
  const update = new UpdateCommand({
    ...changeInput(change),
    TableName: table.name,
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    const { Attributes } = await sendAfterTransactions(() => table.client.send(update));
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
  const put = new PutCommand({ TableName: table.name, Item: withVersion(item), ...guardInput(guard) });
  try {
    await sendAfterTransactions(() => table.client.send(put));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

/** Deletes one item, if it exists. */
export const deleteItem = async (table: Table, key: ItemKey): Promise<void> => {
  const command = new DeleteCommand({ TableName: table.name, Key: key });
  await sendAfterTransactions(() => table.client.send(command));
};
