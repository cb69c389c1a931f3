import * as z from 'zod';
import { BusyError } from '../api-errors.ts';
import type { WaitingCalls } from '../limits/waiting-calls.ts';
import { ttlAttribute } from '../table-layout.ts';
import { updateIf } from './conditional-update.ts';
import { keys, type Table, ttlAfter } from './table.ts';

const waitsItem = z.object({ calls: z.set(z.string()).default(new Set()) });

/** An entry of the set. It starts with its expiry, so that expired entries can be removed. */
const entryOf = ({ id, until }: { id: string; until: number }): string => `${until} ${id}`;

const hasExpired = (entry: string, now: number): boolean => Number(entry.split(' ')[0]) <= now;

const contendedAttempts = 20;

/** The waiting calls as a set on one item per account, and one of all accounts. Entries of functions that died are removed when the set is full. */
export const waitingCalls = (table: Table): WaitingCalls => {
  const removeEntries = async (owner: string, entries: ReadonlySet<string>): Promise<void> => {
    await updateIf(table, {
      key: keys.waits(owner),
      actions: 'DELETE calls :entries',
      when: 'attribute_exists(pk)',
      values: { entries },
    });
  };
  return {
    add: async (owner, call, max, now) => {
      for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
        const added = await updateIf(table, {
          key: keys.waits(owner),
          set: { [ttlAttribute]: ttlAfter(call.until, 60) },
          actions: 'ADD calls :entries',
          when: 'attribute_not_exists(calls) OR size(calls) < :max',
          values: { entries: new Set([entryOf(call)]), max },
        });
        if (added.updated) return true;
        const { calls } = waitsItem.parse(added.item);
        // The refused write may be the retry of one whose response was lost.
        if (calls.has(entryOf(call))) return true;
        const expired = new Set([...calls].filter((entry) => hasExpired(entry, now)));
        if (expired.size === 0) return false;
        await removeEntries(owner, expired);
      }
      throw new BusyError('The waiting calls are contended');
    },
    remove: (owner, call) => removeEntries(owner, new Set([entryOf(call)])),
  };
};
