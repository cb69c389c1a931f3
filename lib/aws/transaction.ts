import { setTimeout as delay } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { BusyError } from '../errors.ts';
import type { Table } from './table.ts';

/** One write of a transaction; its condition's failure brings the item as it stood. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Why a write of a transaction was refused; `item` is undefined where there was none. */
export type RefusedWrite = { readonly item: Readonly<Record<string, unknown>> | undefined };

const attempts = 12;
const longestPauseMs = 400;

const busyCodes = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

const isBusy = (codes: readonly (string | undefined)[]): boolean =>
  codes.some((code) => code !== undefined && busyCodes.has(code)) &&
  !codes.includes('ConditionalCheckFailed');

/**
 * Runs a transaction: all of its writes or none.
 *
 * Gives undefined when it was written, else for each write its refusal, or undefined where that write's condition held.
 * The client sends each transaction under a token of its own and the same one when it tries again, so an answer that was
 * lost does no harm. Conflicts with other transactions on the same items are tried again here.
 *
 * @throws BusyError when the conflicts do not end, and whatever else the table throws.
 */
export const transact = async (
  table: Table,
  items: readonly TransactItem[],
): Promise<readonly (RefusedWrite | undefined)[] | undefined> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems: [...items] }));
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      if (isBusy(reasons.map(({ Code }) => Code))) {
        if (attempt === attempts)
          throw new BusyError('A transaction met others on its items too often', { cause: error });
        await delay(Math.random() * Math.min(longestPauseMs, 10 * 2 ** attempt));
        continue;
      }
      const refused = reasons.map(({ Code, Item }) =>
        Code === 'ConditionalCheckFailed'
          ? { item: Item === undefined ? undefined : unmarshall(Item) }
          : undefined,
      );
      if (refused.every((write) => write === undefined)) throw error;
      return refused;
    }
  }
};
