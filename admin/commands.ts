import type { Account, ApiKey } from '../lib/accounts/account.ts';
import {
  AccountError,
  type AccountStore,
  createAccount,
  createKey,
  getAccount,
  maskedKey,
  revokeKey,
  setPlan,
} from '../lib/accounts/manage-accounts.ts';
import { usageView } from '../lib/http/views/usage-view.ts';
import { isPlanName, type PlanName, plans } from '../lib/plans.ts';

/** A command of the operator. `run` returns a value that is printed as JSON. */
type Command = {
  readonly summary: string;
  readonly options: readonly string[];
  run(option: (name: string) => string, store: AccountStore, now: number): Promise<unknown>;
};

const planOf = (name: string): PlanName => {
  if (isPlanName(name)) return name;
  throw new AccountError(`Unknown plan ${JSON.stringify(name)}. Plans: ${Object.keys(plans).join(', ')}.`);
};

const accountView = (account: Account) => ({
  account_id: account.accountId,
  email: account.email,
  plan: account.plan,
  created_at: new Date(account.createdAt).toISOString(),
});

const timeOrNull = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

const keyView = (key: ApiKey) => ({
  key_id: key.keyId,
  name: key.name,
  key: maskedKey(key),
  created_at: new Date(key.createdAt).toISOString(),
  last_used_at: timeOrNull(key.lastUsedAt),
  revoked_at: timeOrNull(key.revokedAt),
});

/** The commands by name. */
export const commands: Readonly<Record<string, Command>> = {
  'create-account': {
    summary: 'Create an account',
    options: ['email', 'plan'],
    run: async (option, store, now) =>
      accountView(await createAccount({ email: option('email'), plan: planOf(option('plan')) }, store, now)),
  },
  'create-key': {
    summary: 'Create an API key. It is printed only once',
    options: ['account', 'name'],
    run: async (option, store, now) => {
      const { key, keyId } = await createKey(
        { accountId: option('account'), name: option('name') },
        store,
        now,
      );
      return { key_id: keyId, name: option('name').trim(), key };
    },
  },
  'list-keys': {
    summary: 'List the API keys of an account',
    options: ['account'],
    run: async (option, store) => {
      const { accountId } = await getAccount(option('account'), store);
      return { keys: (await store.listKeys(accountId)).map(keyView) };
    },
  },
  'revoke-key': {
    summary: 'Revoke an API key and its tokens, at once',
    options: ['account', 'key'],
    run: async (option, store, now) => {
      await revokeKey({ accountId: option('account'), keyId: option('key') }, store, now);
      return { key_id: option('key'), revoked: true };
    },
  },
  'set-plan': {
    summary: "Change an account's plan, at once",
    options: ['account', 'plan'],
    run: async (option, store) =>
      accountView(await setPlan({ accountId: option('account'), plan: planOf(option('plan')) }, store)),
  },
  'show-usage': {
    summary: "Show an account's usage and limits",
    options: ['account'],
    run: async (option, store, now) => usageView(await getAccount(option('account'), store), now),
  },
};
