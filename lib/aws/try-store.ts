import * as z from 'zod';
import { tryAccountId } from '../api/try-samples.ts';
import { secretHash } from '../ids.ts';
import { ttlAttribute } from '../table-layout.ts';
import type { TryStore } from '../try/try-sample.ts';
import { newAccountItem } from './account-item.ts';
import { putIf, updateIf } from './conditional-update.ts';
import { jobRecordSeconds } from './create-job.ts';
import { getItem, keys, type Table, ttlAfter } from './table.ts';

const triedItem = z.object({ idempotency_key: z.string() });

const keyOf = (pair: string) => keys.tried(tryAccountId, secretHash(pair));

/** The jobs of samples in the table. */
export const tryStore = (table: Table): TryStore => ({
  createAccount: async (account) => {
    await putIf(table, newAccountItem(account), { when: 'attribute_not_exists(pk)' });
  },

  getKey: async (pair) => {
    const item = await getItem(table, keyOf(pair));
    return item && triedItem.parse(item).idempotency_key;
  },

  replaceKey: async (pair, previous, next, now) => {
    const { item } = await updateIf(table, {
      key: keyOf(pair),
      set: { idempotency_key: next, [ttlAttribute]: ttlAfter(now, jobRecordSeconds) },
      when: `attribute_not_exists(pk)${previous === undefined ? '' : ' OR idempotency_key = :previous'}`,
      values: previous === undefined ? {} : { previous },
    });
    return triedItem.parse(item).idempotency_key;
  },
});
