import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Table } from './table.ts';

/** An item as read from the table, not yet validated. */
export type Item = Readonly<Record<string, unknown>>;

/** The item after an update or, if the condition failed, the current item (undefined if it does not exist). */
type UpdateOutcome =
  | { readonly updated: true; readonly item: Item }
  | { readonly updated: false; readonly item: Item | undefined };

/** Updates one item under a condition. Returns the item in both cases, so that a refusal needs no second call. */
export const updateIf = async (
  table: Table,
  update: Omit<UpdateCommandInput, 'TableName' | 'ReturnValues' | 'ReturnValuesOnConditionCheckFailure'>,
): Promise<UpdateOutcome> => {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        ...update,
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

/** An update that its own result would refuse. `set` is a SET expression without the word. */
type OnceUpdate = Required<
  Pick<UpdateCommandInput, 'Key' | 'ConditionExpression' | 'ExpressionAttributeValues'>
> & { readonly set: string };

/**
 * Updates one item under a condition that no longer holds afterwards, such as a claim.
 *
 * If the response is lost, the client's retry is refused, but the item has the id of this write, so it counts as updated.
 */
export const updateOnce = async (
  table: Table,
  { set, ExpressionAttributeValues: values, ...update }: OnceUpdate,
): Promise<UpdateOutcome> => {
  const writer = randomUUID();
  const outcome = await updateIf(table, {
    ...update,
    UpdateExpression: `SET ${set}, written_by = :writer`,
    ExpressionAttributeValues: { ...values, ':writer': writer },
  });
  const { item } = outcome;
  return item?.written_by === writer ? { updated: true, item } : outcome;
};
