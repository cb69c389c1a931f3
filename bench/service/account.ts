import { authorize } from '../../lib/accounts/authorize.ts';
import { createAccount, createKey } from '../../lib/accounts/manage-accounts.ts';
import { maxLiveTokens, rateLimits } from '../../lib/api/limits.ts';
import { accountStore } from '../../lib/aws/account-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import type { Table } from '../../lib/aws/table.ts';
import { tokenStore } from '../../lib/aws/token-store.ts';
import type { StackDescription } from '../../local/description.ts';

/** An account with enough tokens to stay below the rate limits. */
export type Account = {
  /** Creates tokens for this many requests before a measurement. */
  reserve(calls: number): Promise<void>;
  /** Returns a token for one request. */
  token(): Promise<string>;
};

/** Opens the table of a running stack. */
export const tableOf = (stack: StackDescription): Table =>
  openTable(stack.outputs.TableName, {
    region: stack.region,
    credentials: stack.credentials,
    endpoint: stack.endpoints.dynamodb,
  });

/**
 * Creates an account on the largest plan.
 *
 * Uses each token for `rateLimits.default.requests` requests, the limit per minute, and each key for as many tokens as it may
 * have at once: a further one would end the first.
 */
export const openAccount = async (table: Table): Promise<Account> => {
  const now = Date.now();
  const store = accountStore(table);
  const email = `${crypto.randomUUID()}@bench.invalid`;
  const { accountId } = await createAccount({ email, plan: 'pro' }, store, now);
  const newKey = async () => (await createKey({ accountId, name: 'bench' }, store, now)).key;
  let key = await newKey();
  let tokensOfKey = 0;
  const fresh: { readonly token: string; left: number }[] = [];
  let making: Promise<void> = Promise.resolve();
  const callsLeft = (): number => fresh.reduce((sum, { left }) => sum + left, 0);
  const reserve = async (calls: number): Promise<void> => {
    // Sequentially: concurrent writes to the key's item would conflict.
    making = making.then(async () => {
      while (callsLeft() < calls) {
        if (tokensOfKey === maxLiveTokens) {
          key = await newKey();
          tokensOfKey = 0;
        }
        tokensOfKey += 1;
        const token = await authorize(key, tokenStore(table), Date.now());
        fresh.push({ token, left: rateLimits.default.requests });
      }
    });
    await making;
  };
  return {
    reserve,
    token: async () => {
      for (;;) {
        const [first] = fresh;
        if (first !== undefined) {
          first.left -= 1;
          if (first.left === 0) fresh.shift();
          return first.token;
        }
        await reserve(1);
      }
    },
  };
};
