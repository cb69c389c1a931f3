import type { FileReadStore } from '../files/file-read-store.ts';
import { firstIdAt } from '../ids.ts';
import { longestRetentionDays } from '../jobs/longest-retention.ts';
import { deleteItem } from './conditional-update.ts';
import { toStoredFile } from './file-item.ts';
import { readFile } from './file-store.ts';
import { readNewestFirst } from './newest-first.ts';
import { keys, type Table } from './table.ts';

/** The files of an account in the table. */
export const fileReadStore = (table: Table): FileReadStore => ({
  get: (accountId, fileId) => readFile(table, accountId, fileId),

  list: async (accountId, { limit, before, now }) => {
    const { items, lastId } = await readNewestFirst(table, {
      // Older files have expired, but their items remain for days.
      oldest: keys.file(accountId, firstIdAt('file', now - longestRetentionDays * 86_400_000)),
      before: before === undefined ? undefined : keys.file(accountId, before),
      limit,
      filter: { when: 'expires_at > :now', values: { now } },
    });
    return { items: items.map(toStoredFile), lastId };
  },

  remove: (accountId, fileId) => deleteItem(table, keys.file(accountId, fileId)),
});
