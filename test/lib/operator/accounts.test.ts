import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorize } from '../../../lib/accounts/authorize.ts';
import { openSession } from '../../../lib/accounts/session.ts';
import { signIn } from '../../../lib/accounts/sign-in.ts';
import { accountStore } from '../../../lib/aws/account-store.ts';
import { chargedTransaction } from '../../../lib/aws/charged-transaction.ts';
import { identityStore } from '../../../lib/aws/identity-store.ts';
import { rateWindows } from '../../../lib/aws/rate-windows.ts';
import { sessionStore } from '../../../lib/aws/session-store.ts';
import { keys } from '../../../lib/aws/table.ts';
import { tokenStore } from '../../../lib/aws/token-store.ts';
import { newId, secretHash } from '../../../lib/ids.ts';
import { operatorOf } from '../../support/operator.ts';
import { deleteItem, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant } from '../../support/tenant.ts';

let database: TestTable;
let run: ReturnType<typeof operatorOf>;

beforeAll(async () => {
  database = await startTestTable();
  run = operatorOf(database.table);
});
afterAll(() => database.close());

const newUser = () => ({
  issuer: 'https://issuer.test',
  subject: crypto.randomUUID(),
  email: `${crypto.randomUUID()}@example.test`,
  emailVerified: true,
  issuedAt: Date.now(),
});

const signedUp = async (user = newUser()) => ({
  user,
  account: await signIn(user, identityStore(database.table), Date.now(), 'open'),
});

describe('an account is found', () => {
  it('by its e-mail address, id, and the last four characters of a key, and by no other tenant’s', async () => {
    const { table } = database;
    const [one, other] = [await createTenant(table), await createTenant(table)];
    const { email } = await one.account();
    const ids = (found: { accounts: { account_id: string }[] }) =>
      found.accounts.map(({ account_id: id }) => id);

    expect(ids(await run('find-account', { email: email.toUpperCase() }))).toEqual([one.accountId]);
    expect((await run('show-account', { account: email })).account_id).toBe(one.accountId);
    const found = await run('find-account', { key: one.apiKey.slice(-4) });
    expect(found.accounts).toEqual([
      expect.objectContaining({ account_id: one.accountId, key_ids: [one.keyId] }),
    ]);
    expect(ids(found)).not.toContain(other.accountId);
    await run('revoke-key', { account: email, key: one.keyId });
    expect(ids(await run('find-account', { key: one.apiKey.slice(-4) }))).toEqual([one.accountId]);
    expect(await run('find-account', { email: 'nobody@example.test' })).toEqual({ accounts: [] });
  });

  it('by a key of an earlier version once the keys are indexed', async () => {
    const { table } = database;
    const tenant = await createTenant(table);
    const end = tenant.apiKey.slice(-4);
    await deleteItem(table, keys.keyEnding(end, tenant.keyId));
    expect((await run('find-account', { key: end })).accounts).toEqual([]);

    expect((await run('index-keys')).indexed).toBeGreaterThan(0);

    expect((await run('find-account', { key: end })).accounts).toHaveLength(1);
    expect(await run('index-keys')).toEqual({ indexed: 0 });
  });

  it.each([
    [{}, 'find-account needs one of --email, --key and --customer.'],
    [{ email: 'a@b.test', key: 'abcd' }, 'needs one of'],
    [{ key: 'df_live_abcd' }, '--key must be the last four characters'],
    [{ keys: 'abcd' }, 'find-account has no option --keys. Did you mean --key?'],
  ])('not by %j', async (values, message) => {
    await expect(run('find-account', values)).rejects.toThrow(message);
  });
});

it('lists every account once, over pages of any size, also those with the same time', async () => {
  const own = await startTestTable();
  const list = operatorOf(own.table);
  const now = Date.UTC(2026, 10, 20);
  const created = await Promise.all(Array.from({ length: 6 }, () => createTenant(own.table, 'free', now)));

  const pageOf = async (limit: string, before?: string): Promise<string[]> => {
    const { accounts, next } = await list('list-accounts', {
      limit,
      ...(before === undefined ? {} : { before }),
    });
    const ids = accounts.map(({ account_id: id }: { account_id: string }) => id);
    return next === null ? ids : [...ids, ...(await pageOf(limit, next))];
  };
  const all = created.map(({ accountId }) => accountId).toSorted();
  for (const limit of ['1', '4', '5', '6', '7']) expect((await pageOf(limit)).toSorted()).toEqual(all);
  await expect(list('list-accounts', { before: 'acct_1' })).rejects.toThrow('--before is not the `next`');
  await own.close();
});

describe('a custom limit', () => {
  it('stays when the plan changes, and can be given back to the plan', async () => {
    const tenant = await createTenant(database.table, 'starter');
    const account = tenant.accountId;

    const set = await run('set-limits', {
      account,
      ...{ operations: '123', keys: '3', 'calls-per-minute': '42', 'file-bytes': '1000' },
    });
    expect(set.limits).toEqual(
      expect.arrayContaining([
        { limit: 'operations', value: 123, set_by: 'operator' },
        { limit: 'calls-per-minute', value: 42, set_by: 'operator' },
        { limit: 'active-jobs', value: 20, set_by: 'plan' },
      ]),
    );
    await run('set-plan', { account, plan: 'pro' });
    expect(await tenant.account()).toMatchObject({
      maxOperations: 123,
      maxKeys: 3,
      maxActiveJobs: 50,
      maxCallsPerMinute: 42,
      maxFileBytes: 1000,
    });
    await run('set-limits', { account, operations: 'plan', 'calls-per-minute': 'plan' });
    expect(await tenant.account()).toMatchObject({
      maxOperations: 25_000,
      maxKeys: 3,
      maxCallsPerMinute: 6000,
    });
  });

  it('binds: of keys, of operations and of calls', async () => {
    const { table } = database;
    const tenant = await createTenant(table, 'pro');
    const { accountId: account } = tenant;
    await run('set-limits', { account, operations: '1', keys: '1', 'calls-per-minute': '3' });
    const now = Date.now();

    await expect(run('create-key', { account, name: 'second' })).rejects.toThrow('allows 1 API keys');
    await chargedTransaction(table, { accountId: account, now }, []);
    await expect(chargedTransaction(table, { accountId: account, now }, [])).rejects.toThrow(
      'limit reached (1)',
    );
    const token = secretHash(await authorize(tenant.apiKey, tokenStore(table), now));
    const counted = [];
    for (let call = 0; call < 4; call += 1) counted.push(await rateWindows(table).countToken(token, now));
    expect(counted.map((call) => call?.window.exceeded)).toEqual([false, false, false, true]);
  });

  it.each([
    [{ operations: '-1' }, '--operations is "-1". Pass a whole number'],
    [{ 'active-jobs': '901' }, 'Pass a whole number up to 900'],
    [{ 'file-bytes': '26214401' }, 'Pass a whole number up to 26214400'],
    [{ 'result-bytes': '2147483649' }, 'Pass a whole number up to 2147483648'],
    [{ waits: '901' }, 'Pass a whole number up to 900'],
    [{ keys: '1.5' }, 'Pass a whole number'],
    [{}, 'set-limits needs at least one of --operations'],
  ])('is refused: %j', async (values, message) => {
    const { accountId: account } = await createTenant(database.table);
    await expect(run('set-limits', { account, ...values })).rejects.toThrow(message);
  });
});

describe('a suspended account', () => {
  it('ends keys, tokens, sessions, sign-ins and charges at once, and accepts them again', async () => {
    const { table } = database;
    const { user, account } = await signedUp();
    const store = {
      tokens: tokenStore(table),
      sessions: sessionStore(table),
      identities: identityStore(table),
    };
    const now = Date.now();
    const { key } = await run('create-key', { account, name: 'key' });
    const hashes = [
      secretHash(await authorize(key, store.tokens, now)),
      secretHash(await openSession(account, user, store.sessions, now)),
    ];
    const live = () => Promise.all(hashes.map((hash) => rateWindows(table).countToken(hash, now)));
    expect((await live()).map((call) => call?.caller.accountId)).toEqual([account, account]);

    const suspended = await run('suspend-account', { account, reason: 'abuse' });

    expect(suspended).toMatchObject({ state: 'suspended', cancelled_jobs: [] });
    expect(await live()).toEqual([undefined, undefined]);
    const refused = { code: 'account_suspended', status: 403 };
    await expect(authorize(key, store.tokens, now)).rejects.toMatchObject(refused);
    await expect(signIn(user, store.identities, now, 'open')).rejects.toMatchObject(refused);
    await expect(openSession(account, user, store.sessions, now)).rejects.toMatchObject({
      code: 'invalid_identity',
    });
    await expect(run('create-key', { account, name: 'new' })).rejects.toMatchObject(refused);
    await expect(
      chargedTransaction(table, { accountId: account, now, jobId: newId('job', now) }, []),
    ).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
    expect(await run('show-account', { account })).toMatchObject({
      state: 'suspended',
      suspended_for: 'abuse',
    });

    await run('resume-account', { account });

    expect(await authorize(key, store.tokens, now)).toHaveLength(43);
    expect(await signIn(user, store.identities, now, 'open')).toBe(account);
    expect(await run('show-account', { account })).toMatchObject({ state: 'active' });
    // Tokens that ended do not live again.
    expect(await live()).toEqual([undefined, undefined]);
  });

  it('is not one of another tenant, and a revoked key stays revoked', async () => {
    const { table } = database;
    const [one, other] = [await createTenant(table), await createTenant(table)];
    await run('revoke-key', { account: one.accountId, key: one.keyId });

    await run('suspend-account', { account: one.accountId, reason: 'x' });
    await run('suspend-account', { account: one.accountId, reason: 'again' });
    await run('resume-account', { account: one.accountId });
    await run('resume-account', { account: one.accountId });

    await expect(authorize(one.apiKey, tokenStore(table), Date.now())).rejects.toMatchObject({
      code: 'invalid_api_key',
    });
    expect(await authorize(other.apiKey, tokenStore(table), Date.now())).toHaveLength(43);
  });
});

describe('relinking', () => {
  it('gives an account to the next user with its verified e-mail address, or to a named one', async () => {
    const { table } = database;
    const { user, account } = await signedUp();
    const moved = { ...user, issuer: 'https://new.test', subject: 'new' };
    const identities = identityStore(table);
    await expect(signIn(moved, identities, Date.now(), 'open')).rejects.toMatchObject({
      code: 'email_in_use',
    });

    await run('relink-user', { account });

    await expect(
      signIn({ ...moved, emailVerified: false }, identities, Date.now(), 'open'),
    ).rejects.toMatchObject({ code: 'email_in_use' });
    expect(await signIn(moved, identities, Date.now(), 'invite')).toBe(account);
    await run('relink-user', { account, issuer: 'https://third.test', subject: 'third' });
    expect(await identities.findAccount(moved)).toBeUndefined();
    expect(await identities.findAccount({ ...user, issuer: 'https://third.test', subject: 'third' })).toBe(
      account,
    );
  });

  it('refuses a user who has an account, and leaves both as they are', async () => {
    const [one, other] = [await signedUp(), await signedUp()];
    const { issuer, subject } = other.user;

    await expect(run('relink-user', { account: one.account, issuer, subject })).rejects.toThrow(
      'already has an account',
    );

    const identities = identityStore(database.table);
    expect(await identities.findAccount(one.user)).toBe(one.account);
    expect(await identities.findAccount(other.user)).toBe(other.account);
  });

  it('of all users of an issuer touches no other, and keeps a suspension', async () => {
    const own = await startTestTable();
    const onOwn = operatorOf(own.table);
    const identities = identityStore(own.table);
    const lost = { ...newUser(), issuer: 'https://lost.test' };
    const kept = newUser();
    const [lostAccount, keptAccount] = [
      await signIn(lost, identities, Date.now(), 'open'),
      await signIn(kept, identities, Date.now(), 'open'),
    ];

    expect(await onOwn('relink-users', { issuer: 'https://lost.test' }, { isDryRun: true })).toMatchObject({
      would_relink: [lostAccount],
    });
    expect(await onOwn('relink-users', { issuer: 'https://lost.test' })).toEqual({
      relinked: [lostAccount],
      next: null,
    });

    expect(await identities.findAccount(lost)).toBeUndefined();
    expect(await identities.findAccount(kept)).toBe(keptAccount);
    await onOwn('suspend-account', { account: lostAccount, reason: 'x' });
    await expect(
      signIn({ ...lost, issuer: 'https://new.test' }, identities, Date.now(), 'open'),
    ).rejects.toMatchObject({ code: 'email_in_use' });
    await own.close();
  });
});

it('logs who changed what, without personal data, and the outcome', async () => {
  const own = await startTestTable();
  const onOwn = operatorOf(own.table);
  const { account_id: account } = await onOwn('create-account', {
    email: 'secret@example.test',
    plan: 'free',
  });
  await onOwn('set-plan', { account: 'secret@example.test', plan: 'pro' });
  await onOwn('set-plan', { account, plan: 'starter' }, { isDryRun: true });
  await onOwn('show-usage', { account });
  await expect(onOwn('revoke-key', { account, key: 'key_x' })).rejects.toThrow('has no key');

  const { actions } = await onOwn('list-actions');

  const who = 'arn:aws:iam::000000000000:user/test';
  expect(actions.map(({ at: _, ...action }: { at: string }) => action)).toEqual([
    { who, command: 'revoke-key', outcome: 'failed: refused', arguments: `account=${account} key=key_x` },
    { who, command: 'set-plan', outcome: 'done', arguments: `account=${account} plan=pro` },
    { who, command: 'create-account', outcome: 'done', arguments: 'email=… plan=free' },
  ]);
  expect(await accountStore(own.table).findByEmail('secret@example.test')).toBe(account);
  await own.close();
});
