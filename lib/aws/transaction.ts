import { setTimeout as delay } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { BusyError } from '../api-errors.ts';
import { type Change, changeInput, type Guard, guardInput } from './change.ts';
import { withVersion } from './item-version.ts';
import type { Item, ItemKey, Table } from './table.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One write of a transaction. */
export type Write =
  | { readonly update: Change }
  | (Guard & { readonly put: Item })
  | (Guard & { readonly delete: ItemKey })
  | (Guard & { readonly check: ItemKey; readonly when: string });

/** A write and the name under which its refusal is reported. Several writes may share a name. */
export type NamedWrite<Name extends string = string> = readonly [name: Name, write: Write];

/** The write of an item whose key must be new. */
export const putNew = (item: Item): Write => ({ put: item, when: 'attribute_not_exists(pk)' });

const toTransactItem = (TableName: string, write: Write): TransactItem => {
  const common = { TableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  if ('update' in write) return { Update: { ...common, ...changeInput(write.update) } };
  const guarded = { ...common, ...guardInput(write) };
  if ('put' in write) return { Put: { ...guarded, Item: withVersion(write.put) } };
  if ('delete' in write) return { Delete: { ...guarded, Key: write.delete } };
  return { ConditionCheck: { ...guarded, Key: write.check, ConditionExpression: write.when } };
};

/** A write whose condition failed. `item` is undefined if the item does not exist. */
type RefusedWrite = { readonly item: Item | undefined };

/** The refused writes of a transaction by name; of several writes with the same name, the first one refused. */
export type Refusals<Name extends string = string> = ReadonlyMap<Name, RefusedWrite>;

/** Tries of a write that meets a transaction on the same item. */
export const conflictAttempts = 12;
const longestPauseMs = 400;

/** Waits after a conflict, longer each time. */
export const pauseAfterConflict = (attempt: number): Promise<void> =>
  delay(Math.random() * Math.min(longestPauseMs, 10 * 2 ** attempt));

const busyCodes = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

const isBusy = (codes: readonly (string | undefined)[]): boolean =>
  codes.some((code) => code !== undefined && busyCodes.has(code)) &&
  !codes.includes('ConditionalCheckFailed');

/** Matches the reasons of a cancelled transaction, which DynamoDB lists in the order of the writes, to their names. */
const refusalsOf = <Name extends string>(
  writes: readonly NamedWrite<Name>[],
  { CancellationReasons: reasons = [] }: TransactionCanceledException,
): Refusals<Name> => {
  const refusals = new Map<Name, RefusedWrite>();
  for (const [index, [name]] of writes.entries()) {
    const reason = reasons[index];
    if (reason?.Code !== 'ConditionalCheckFailed' || refusals.has(name)) continue;
    refusals.set(name, { item: reason.Item === undefined ? undefined : unmarshall(reason.Item) });
  }
  return refusals;
};

/**
 * Runs a transaction: all of its writes or none.
 *
 * Returns undefined if it was written, else the writes whose condition failed. The client sends each transaction with a
 * token of its own and reuses it on a retry, so a lost response does no harm. Retries conflicts with other transactions
 * on the same items.
 *
 * @throws BusyError if the conflicts do not end; any other error of the table
 */
export const transact = async <Name extends string>(
  table: Table,
  writes: readonly NamedWrite<Name>[],
): Promise<Refusals<Name> | undefined> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const TransactItems = writes.map(([, write]) => toTransactItem(table.name, write));
      await table.client.send(new TransactWriteCommand({ TransactItems }));
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      if (isBusy((error.CancellationReasons ?? []).map(({ Code }) => Code))) {
        if (attempt === conflictAttempts)
          throw new BusyError('A transaction kept conflicting', { cause: error });
        await pauseAfterConflict(attempt);
        continue;
      }
      const refusals = refusalsOf(writes, error);
      if (refusals.size === 0) throw error;
      return refusals;
    }
  }
};
