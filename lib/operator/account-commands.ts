import { type Account, activeJobsOf } from '../accounts/account.ts';
import { type DeletionOutcome, deleteAccount, type Identity } from '../accounts/delete-account.ts';
import { AccountError, createAccount, getAccount, setPlan } from '../accounts/manage-accounts.ts';
import { relinkUser } from '../accounts/relink-user.ts';
import { activeJobIdsOf, resumeAccount, suspendAccount } from '../accounts/suspend-account.ts';
import { customLimitNames } from '../aws/account-item.ts';
import { type AccountCursor, listAccounts } from '../aws/account-list.ts';
import { accountStore } from '../aws/account-store.ts';
import { billingStore } from '../aws/billing-store.ts';
import { deletionStore } from '../aws/delete-account.ts';
import { jobReadStore } from '../aws/job-read-store.ts';
import { linkStore } from '../aws/link-store.ts';
import { suspensionStore } from '../aws/suspension-store.ts';
import type { Table } from '../aws/table.ts';
import { listWebhooks } from '../aws/webhook-store.ts';
import { deleteCustomers } from '../billing/delete-customers.ts';
import { timeOrNull } from '../http/views/time.ts';
import { usageView } from '../http/views/usage-view.ts';
import { highestLimits } from '../plan-table.ts';
import { isPlanName, type PlanLimits, type PlanName, planNames } from '../plans.ts';
import { cancelUntil } from './cancel-until.ts';
import { accountOption, type Command, type CommandCall, defaultRows, limitOption } from './command.ts';
import { exportAccount } from './export-account.ts';
import { jobRow, keyRow } from './rows.ts';

const planOption = { name: 'plan', summary: 'Name of the plan', choices: planNames } as const;
const emailOption = { name: 'email', summary: 'E-mail address', isPrivate: true } as const;

const planOf = (name: string): PlanName => {
  if (isPlanName(name)) return name;
  throw new AccountError(`Unknown plan ${JSON.stringify(name)}. Plans: ${planNames.join(', ')}.`);
};

const stateOf = ({ suspendedAt, deletingSince }: Account): 'active' | 'suspended' | 'deleting' => {
  if (deletingSince !== undefined) return 'deleting';
  return suspendedAt === undefined ? 'active' : 'suspended';
};

/** An account in a list. */
const accountRow = (account: Account) => ({
  account_id: account.accountId,
  email: account.email,
  plan: account.plan,
  state: stateOf(account),
});

const accountView = (account: Account) => ({
  ...accountRow(account),
  created_at: timeOrNull(account.createdAt),
});

/** The options of custom limits, by the limits that they set. */
const limitOptions: Readonly<Record<keyof PlanLimits, string>> = {
  maxOperations: 'operations',
  maxActiveJobs: 'active-jobs',
  maxKeys: 'keys',
  maxEngineMinutes: 'engine-minutes',
  maxRefunds: 'refunds',
  maxCallsPerMinute: 'calls-per-minute',
  maxWaits: 'waits',
  maxFileBytes: 'file-bytes',
  maxResultBytes: 'result-bytes',
};

const limitOf = (limit: keyof PlanLimits, value: string): number | null => {
  if (value === 'plan') return null;
  const most = highestLimits[limit];
  const number = Number(value);
  if (/^\d{1,10}$/.test(value) && number <= most) return number;
  throw new AccountError(
    `--${limitOptions[limit]} is ${JSON.stringify(value)}. Pass a whole number up to ${most}, or plan for the limit of the plan.`,
  );
};

const limitsView = (account: Account) =>
  customLimitNames.map((limit) => ({
    limit: limitOptions[limit],
    value: account[limit],
    set_by: account.customLimits?.[limit] === undefined ? 'plan' : 'operator',
  }));

const cursorOf = (text: string | undefined): AccountCursor | undefined => {
  if (text === undefined) return undefined;
  const [, at = '', accountId = ''] = /^(\d{1,16})-(acct_\w{26})$/.exec(text) ?? [];
  if (accountId === '')
    throw new AccountError('--before is not the `next` of a list. Pass it unchanged, or leave it out.');
  return { at: Number(at), accountId };
};

const cancelJobs = async (call: CommandCall, jobIds: readonly string[]): Promise<void> => {
  for (const jobId of jobIds) await cancelUntil(call.table, call.account.accountId, jobId, call.now);
};

const userOf = async (table: Table, account: Account): Promise<Identity | undefined> =>
  account.identityHash === undefined ? undefined : deletionStore(table).identityOf(account.identityHash);

/** Refuses to delete an account whose payments cannot be ended from here. */
const checkCustomers = async (call: CommandCall): Promise<readonly string[]> => {
  const customers = await billingStore(call.table).customersOf(call.account.accountId);
  if (customers.length > 0 && !call.hasPayments && !call.flag('keep-customer'))
    throw new AccountError(
      `The account has the payment customer ${customers.join(', ')}, and STRIPE_SECRET_KEY is not set. Set it, or pass --keep-customer and delete the customer at Stripe.`,
    );
  return customers;
};

const outcomeView = ({ state, until, deleted, keptUser }: DeletionOutcome) => ({
  state,
  ...(until === undefined ? {} : { waits_until: timeOrNull(until) }),
  deleted,
  ...(keptUser === undefined ? {} : { kept_user: keptUser }),
});

const runDeletion = async (call: CommandCall): Promise<unknown> => {
  const { account, table, now } = call;
  const customers = await checkCustomers(call);
  const user = await userOf(call.table, call.account);
  if (call.isDryRun)
    return {
      would_delete: accountView(account),
      user: user ?? null,
      payment_customers: customers,
      active_jobs: activeJobsOf(account),
      keys: account.keys,
    };
  const { deleteCustomer, removeObjects, removeUser } = call.effects();
  const billing = billingStore(table);
  const outcome = await deleteAccount(
    account.accountId,
    {
      deletion: deletionStore(table),
      suspension: suspensionStore(table),
      cancelJob: (accountId, jobId) => cancelUntil(table, accountId, jobId, now),
      removeObjects,
      removeUser,
      removeCustomers: async (accountId) =>
        deleteCustomer === undefined || call.flag('keep-customer')
          ? {}
          : { payment_customers: await deleteCustomers(accountId, deleteCustomer, billing) },
    },
    now,
  );
  if (outcome === undefined) throw new AccountError(`No account ${account.accountId}`);
  return { account_id: account.accountId, ...outcomeView(outcome) };
};

/** The accounts found by e-mail address, id, payment customer, or the last four characters of a key. */
const find = async (call: CommandCall): Promise<unknown> => {
  const store = accountStore(call.table);
  const [email, key, customer] = ['email', 'key', 'customer'].map((name) => call.optional(name));
  const given = [email, key, customer].filter((value) => value !== undefined);
  if (given.length !== 1) throw new AccountError('find-account needs one of --email, --key and --customer.');
  if (key !== undefined && !/^[0-9A-Za-z]{4}$/.test(key))
    throw new AccountError('--key must be the last four characters of the key.');
  const keys = key === undefined ? [] : await store.findByKeyEnding(key);
  const ids = [
    ...keys.map(({ accountId }) => accountId),
    ...(email === undefined ? [] : [await store.findByEmail(email.trim().toLowerCase())]),
    ...(customer === undefined ? [] : [await billingStore(call.table).findAccount(customer)]),
  ].flatMap((id) => id ?? []);
  const accounts = await Promise.all([...new Set(ids)].map((id) => store.getAccount(id)));
  return {
    accounts: accounts.flatMap((account) =>
      account === undefined
        ? []
        : [
            {
              ...accountRow(account),
              ...(key === undefined
                ? {}
                : {
                    key_ids: keys
                      .filter(({ accountId }) => accountId === account.accountId)
                      .map(({ keyId }) => keyId),
                  }),
            },
          ],
    ),
  };
};

const show = async (call: CommandCall): Promise<unknown> => {
  const { account, table, now } = call;
  const { accountId } = account;
  const user = await userOf(call.table, call.account);
  const keys = await accountStore(table).listKeys(accountId);
  const filter = { status: undefined, type: undefined, from: undefined };
  const jobs = await jobReadStore(table).list(accountId, { limit: 10, before: undefined, now, filter });
  return {
    ...accountView(account),
    ...(account.suspendedAt === undefined
      ? {}
      : { suspended_at: timeOrNull(account.suspendedAt), suspended_for: account.suspendedFor ?? null }),
    user: user ?? null,
    payment_customers: await billingStore(table).customersOf(accountId),
    usage: usageView(account, now),
    limits: limitsView(account),
    keys: keys.map(keyRow),
    webhooks: (await listWebhooks(table, accountId)).length,
    active_jobs: activeJobIdsOf(account),
    last_jobs: jobs.items.map(jobRow),
  };
};

const relinkUsers = async (call: CommandCall): Promise<unknown> => {
  const issuer = call.text('issuer');
  const page = await listAccounts(call.table, {
    limit: call.count('limit', 100),
    before: cursorOf(call.optional('before')),
  });
  const relinked: string[] = [];
  for (const account of page.accounts) {
    const user = await userOf(call.table, account);
    if (user?.issuer !== issuer) continue;
    if (!call.isDryRun) await relinkUser(account, undefined, linkStore(call.table));
    relinked.push(account.accountId);
  }
  return { [call.isDryRun ? 'would_relink' : 'relinked']: relinked, next: nextOf(page.next) };
};

const nextOf = (next: AccountCursor | undefined): string | null =>
  next === undefined ? null : `${next.at}-${next.accountId}`;

/** The commands for accounts. */
export const accountCommands: readonly Command[] = [
  {
    name: 'list-accounts',
    summary: 'List accounts, those used last first',
    options: [limitOption, { name: 'before', summary: '`next` of the previous page', isOptional: true }],
    access: 'read',
    onPage: true,
    run: async (call) => {
      const before = cursorOf(call.optional('before'));
      const page = await listAccounts(call.table, { limit: call.count('limit', defaultRows), before });
      return { accounts: page.accounts.map(accountRow), next: nextOf(page.next) };
    },
  },
  {
    name: 'find-account',
    summary: 'Find accounts by one of the options',
    options: [
      { ...emailOption, isOptional: true },
      { name: 'key', summary: "An API key's last four characters", isOptional: true },
      { name: 'customer', summary: 'Id of a customer at Stripe', isOptional: true },
    ],
    access: 'read',
    onPage: true,
    run: find,
  },
  {
    name: 'show-account',
    summary: 'Show an account: user, limits, keys, last jobs',
    options: [accountOption],
    access: 'read',
    onPage: true,
    run: show,
  },
  {
    name: 'create-account',
    summary: 'Create an account',
    options: [emailOption, planOption],
    access: 'change',
    onPage: true,
    run: async (call) => {
      const wanted = { email: call.text('email'), plan: planOf(call.text('plan')) };
      if (call.isDryRun) return { would_create: wanted };
      return accountView(await createAccount(wanted, accountStore(call.table), call.now));
    },
  },
  {
    name: 'set-plan',
    summary: 'Change the plan at once; custom limits stay',
    options: [accountOption, planOption],
    access: 'change',
    onPage: true,
    run: async (call) => {
      const { accountId } = call.account;
      const plan = planOf(call.text('plan'));
      if (call.isDryRun) return { would_set: { plan, before: call.account.plan } };
      return accountView(await setPlan({ accountId, plan }, accountStore(call.table)));
    },
  },
  {
    name: 'set-limits',
    summary: 'Set limits of one account',
    options: [
      accountOption,
      ...customLimitNames.map((limit) => ({
        name: limitOptions[limit],
        summary: 'A number, or plan',
        isOptional: true as const,
      })),
    ],
    access: 'change',
    onPage: true,
    run: async (call) => {
      const limits = Object.fromEntries(
        customLimitNames.flatMap((limit) => {
          const value = call.optional(limitOptions[limit]);
          return value === undefined ? [] : [[limit, limitOf(limit, value)]];
        }),
      );
      if (Object.keys(limits).length === 0)
        throw new AccountError(
          `set-limits needs at least one of ${Object.values(limitOptions)
            .map((name) => `--${name}`)
            .join(', ')}.`,
        );
      if (call.isDryRun) {
        const wanted = customLimitNames.flatMap((limit) =>
          limits[limit] === undefined ? [] : [[limitOptions[limit], limits[limit] ?? 'plan']],
        );
        return { would_set: Object.fromEntries(wanted), now: limitsView(call.account) };
      }
      const account = await accountStore(call.table).setLimits(call.account, limits);
      if (account === undefined)
        throw new AccountError('The account has changed in the meantime. Run again.');
      return { ...accountView(account), limits: limitsView(account) };
    },
  },
  {
    name: 'show-usage',
    summary: "Show an account's usage and limits",
    options: [accountOption],
    access: 'read',
    onPage: true,
    run: async ({ account, now }) => usageView(account, now),
  },
  {
    name: 'suspend-account',
    summary: 'End access of keys, tokens and sessions at once',
    options: [
      accountOption,
      { name: 'reason', summary: 'Why, for other operators' },
      { name: 'cancel-jobs', summary: 'Also cancel its active jobs', kind: 'flag', isOptional: true },
    ],
    access: 'change',
    onPage: true,
    run: async (call) => {
      const { accountId } = call.account;
      const jobs = call.flag('cancel-jobs') ? activeJobIdsOf(call.account) : [];
      if (call.isDryRun) return { would_suspend: accountView(call.account), would_cancel: jobs };
      const reason = call.text('reason');
      const account = await suspendAccount({ accountId, reason }, suspensionStore(call.table), call.now);
      if (account === undefined) throw new AccountError(`No account ${accountId}`);
      // Again, because one may have been submitted in the meantime.
      const active = call.flag('cancel-jobs') ? activeJobIdsOf(account) : [];
      await cancelJobs(call, active);
      return { ...accountView(account), cancelled_jobs: active };
    },
  },
  {
    name: 'resume-account',
    summary: 'Accept its keys and sign-ins again',
    options: [accountOption],
    access: 'change',
    onPage: true,
    run: async (call) => {
      if (call.account.deletingSince !== undefined)
        throw new AccountError(`${call.account.accountId} is being deleted. Finish with delete-account.`);
      if (call.isDryRun) return { would_resume: accountView(call.account) };
      const account = await resumeAccount(call.account, suspensionStore(call.table));
      if (account === undefined) throw new AccountError('The account is being deleted or does not exist.');
      return accountView(account);
    },
  },
  {
    name: 'delete-account',
    summary: 'Delete an account with everything it has',
    options: [
      accountOption,
      { name: 'keep-customer', summary: 'Keep its customer at Stripe', kind: 'flag', isOptional: true },
    ],
    access: 'change',
    onPage: true,
    run: runDeletion,
  },
  {
    name: 'export-account',
    summary: 'Print all data of an account and URLs of its files',
    options: [accountOption],
    access: 'export',
    onPage: true,
    run: exportAccount,
  },
  {
    name: 'relink-user',
    summary: 'Link an account to another or the next user',
    options: [
      accountOption,
      { name: 'issuer', summary: "URL of the user's identity provider", isOptional: true },
      { name: 'subject', summary: "The user's id there", isOptional: true, isPrivate: true },
    ],
    access: 'change',
    onPage: true,
    run: async (call) => {
      const [issuer, subject] = [call.optional('issuer'), call.optional('subject')];
      if ((issuer === undefined) !== (subject === undefined))
        throw new AccountError('relink-user needs both --issuer and --subject, or neither.');
      const user = issuer === undefined || subject === undefined ? undefined : { issuer, subject };
      if (call.isDryRun)
        return {
          would_link: user ?? 'the next user with its e-mail',
          now: await userOf(call.table, call.account),
        };
      await relinkUser(call.account, user, linkStore(call.table));
      return {
        ...accountView(await getAccount(call.account.accountId, accountStore(call.table))),
        user: user ?? null,
      };
    },
  },
  {
    name: 'relink-users',
    summary: 'Unlink all users of an issuer, after its loss',
    options: [
      { name: 'issuer', summary: 'URL of the former issuer' },
      { ...limitOption, summary: 'Accounts to look at. Default: 100' },
      { name: 'before', summary: '`next` of the previous run', isOptional: true },
    ],
    access: 'change',
    onPage: false,
    run: relinkUsers,
  },
];
