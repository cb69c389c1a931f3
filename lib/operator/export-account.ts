import { accountStore } from '../aws/account-store.ts';
import { billingStore } from '../aws/billing-store.ts';
import { deletionStore } from '../aws/delete-account.ts';
import { toDelivery } from '../aws/delivery-item.ts';
import { fileReadStore } from '../aws/file-read-store.ts';
import { jobReadStore } from '../aws/job-read-store.ts';
import { openDownloads } from '../aws/sign-downloads.ts';
import { keys } from '../aws/table.ts';
import { readTenantItems } from '../aws/tenant-items.ts';
import { usageHistoryStore } from '../aws/usage-history-store.ts';
import { listWebhooks } from '../aws/webhook-store.ts';
import type { Page } from '../files/file-read-store.ts';
import { fileView } from '../http/views/file-view.ts';
import { jobView } from '../http/views/job-view.ts';
import { timeOrNull } from '../http/views/time.ts';
import { usageView } from '../http/views/usage-view.ts';
import { deliveryView, webhookView } from '../http/views/webhook-view.ts';
import type { CommandCall } from './command.ts';
import { keyRow } from './rows.ts';

const pageItems = 100;

/** Reads all pages of a list. */
const readAll = async <Item>(
  list: (before: string | undefined) => Promise<Page<Item>>,
): Promise<readonly Item[]> => {
  const all: Item[] = [];
  let before: string | undefined;
  do {
    const page = await list(before);
    all.push(...page.items);
    before = page.lastId;
  } while (before !== undefined);
  return all;
};

/** Returns all data of an account as the API shows it, without secrets. The URLs of files and results are valid for an hour at most. */
export const exportAccount = async ({ account, table, now }: CommandCall): Promise<unknown> => {
  const { accountId, identityHash } = account;
  const objects = openDownloads(table);
  const filter = { status: undefined, type: undefined, from: undefined };
  const files = await readAll((before) =>
    fileReadStore(table).list(accountId, { limit: pageItems, before, now }),
  );
  const jobs = await readAll((before) =>
    jobReadStore(table).list(accountId, { limit: pageItems, before, now, filter }),
  );
  const { pk, sk } = keys.delivery(accountId, '');
  const deliveries = (await readTenantItems(table, pk, sk)).map(toDelivery);
  const days = await usageHistoryStore(table).operationsByDay(accountId, '2000-01-01', '9999-12-31');
  return {
    account_id: accountId,
    email: account.email,
    created_at: timeOrNull(account.createdAt),
    user: identityHash === undefined ? null : ((await deletionStore(table).identityOf(identityHash)) ?? null),
    payment_customers: await billingStore(table).customersOf(accountId),
    usage: usageView(account, now),
    operations_by_day: Object.fromEntries(days),
    keys: (await accountStore(table).listKeys(accountId)).map(keyRow),
    webhooks: (await listWebhooks(table, accountId)).map(webhookView),
    deliveries: deliveries.map((delivery) => ({ ...deliveryView(delivery), url: delivery.url ?? null })),
    files: await Promise.all(files.map((file) => fileView(file, objects, now))),
    jobs: await Promise.all(jobs.map((job) => jobView(job, objects, now))),
  };
};
