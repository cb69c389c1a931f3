import { createKey, revokeKey } from '../accounts/manage-accounts.ts';
import { listAccounts } from '../aws/account-list.ts';
import { accountStore } from '../aws/account-store.ts';
import { accountOption, type Command } from './command.ts';
import { keyRow } from './rows.ts';

/** Accounts that are read at a time. */
const pageAccounts = 100;

/** The commands for API keys. */
export const keyCommands: readonly Command[] = [
  {
    name: 'create-key',
    summary: 'Create an API key. It is printed only once',
    options: [accountOption, { name: 'name', summary: 'Name of the key', isPrivate: true }],
    access: 'change',
    // The key is for its owner, who creates one in the dashboard.
    onPage: false,
    run: async (call) => {
      const { accountId } = call.account;
      const name = call.text('name').trim();
      if (call.isDryRun) return { would_create: { account_id: accountId, name } };
      const { key, keyId } = await createKey({ accountId, name }, accountStore(call.table), call.now);
      return { key_id: keyId, name, key };
    },
  },
  {
    name: 'list-keys',
    summary: 'List the API keys of an account',
    options: [accountOption],
    access: 'read',
    onPage: true,
    run: async ({ account, table }) => ({
      keys: (await accountStore(table).listKeys(account.accountId)).map(keyRow),
    }),
  },
  {
    name: 'revoke-key',
    summary: 'Revoke an API key and its tokens at once',
    options: [accountOption, { name: 'key', summary: 'Id of the key' }],
    access: 'change',
    onPage: true,
    run: async (call) => {
      const [keyId, { accountId }] = [call.text('key'), call.account];
      if (call.isDryRun) return { would_revoke: keyId };
      await revokeKey({ accountId, keyId }, accountStore(call.table), call.now);
      return { key_id: keyId, revoked: true };
    },
  },
  {
    name: 'index-keys',
    summary: 'Make keys of earlier versions known to find-account',
    options: [],
    access: 'change',
    onPage: false,
    run: async ({ table, isDryRun }) => {
      const store = accountStore(table);
      let indexed = 0;
      let before: Parameters<typeof listAccounts>[1]['before'];
      do {
        const page = await listAccounts(table, { limit: pageAccounts, before });
        for (const { accountId } of page.accounts)
          for (const key of await store.listKeys(accountId)) {
            if (!isDryRun && (await store.indexKey(accountId, key))) indexed += 1;
          }
        before = page.next;
      } while (before !== undefined);
      return isDryRun ? { would_index: 'the keys that find-account does not know' } : { indexed };
    },
  },
];
