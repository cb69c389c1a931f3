import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import Pdf from 'pdfkit';
import { dayOf } from '../../../lib/accounts/account.ts';
import { createKey, setPlan } from '../../../lib/accounts/manage-accounts.ts';
import { type WebhookEventType, webhookEvents } from '../../../lib/api/webhook-events.ts';
import { accountStore } from '../../../lib/aws/account-store.ts';
import { fromNewDelivery } from '../../../lib/aws/delivery-item.ts';
import { keys, type Table } from '../../../lib/aws/table.ts';
import { webhookStore } from '../../../lib/aws/webhook-store.ts';
import { newId } from '../../../lib/ids.ts';
import { createWebhook } from '../../../lib/webhooks/manage-webhooks.ts';
import { newDelivery } from '../../../lib/webhooks/webhook.ts';
import type { StackDescription } from '../../../local/description.ts';
import { changeItem, putItem } from '../../support/table.ts';
import { createClient, multipart } from './client.ts';
import { encryptedPdf } from './documents.ts';
import { tableOf } from './tenant.ts';

const reportPdf = async (): Promise<Buffer> => {
  const document = new Pdf({ margin: 72 });
  const parts: Buffer[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  document.on('data', (part: Buffer) => parts.push(part));
  document.on('end', () => resolve());
  document.fontSize(20).text('Annual report').moveDown().fontSize(11);
  for (const line of [
    'The year in short: more documents, fewer errors, and a service that answers at once.',
    'Conversions grew by a third. Nine of ten jobs ended within two seconds.',
    'What comes next: office documents, tables and images.',
  ])
    document.text(line).moveDown();
  document.end();
  await promise;
  return Buffer.concat(parts);
};

/** Two endpoints, one with a delivery in each state; nothing is sent to them. */
const seedWebhooks = async (table: Table, accountId: string, now: number): Promise<void> => {
  const store = webhookStore(table);
  const add = (url: string, events: readonly WebhookEventType[], createdAt: number) =>
    createWebhook({ accountId, url, events }, store, createdAt);
  const { webhookId } = await add('https://hooks.example/docforge', webhookEvents, now);
  const old = await add('https://old.example/documents', ['job.failed'], now + 1);
  await changeItem(table, keys.webhook(accountId, old.webhookId), { disabled_at: now - 3_600_000 });
  const ended = { last_tried_at: now - 60_000, due: undefined, due_at: undefined };
  for (const [type, age, attributes] of [
    [
      'job.completed',
      1,
      { ...ended, delivery_status: 'delivered', attempts: 1, answer: { status: 204, excerpt: '' } },
    ],
    [
      'job.completed',
      2,
      {
        delivery_status: 'pending',
        attempts: 3,
        next_try_at: now + 1_500_000,
        due_at: now + 86_400_000,
        answer: { status: 503, excerpt: 'Service Unavailable' },
      },
    ],
    [
      'job.failed',
      3,
      { ...ended, delivery_status: 'failed', attempts: 10, problem: 'No response within 10 seconds.' },
    ],
  ] as const) {
    const at = now - age * 3_600_000;
    const ref = { accountId, webhookId, deliveryId: newId('delivery', at) };
    const message = { url: undefined, type, jobId: newId('job', at), payload: '{}' };
    const item = Object.entries({ ...fromNewDelivery(newDelivery(ref, message, at)), ...attributes });
    await putItem(table, Object.fromEntries(item.filter(([, value]) => value !== undefined)));
  }
};

/** Creates a year of usage, keys, webhooks and jobs for a signed-in user, and writes `annual-report.pdf` to a folder. */
export const seedDashboard = async (
  stack: StackDescription,
  email: string,
  folder: string,
): Promise<void> => {
  const table = tableOf(stack);
  const store = accountStore(table);
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: keys.email(email) }));
  const accountId: string = Item?.account_id ?? Item?.accountId;
  await setPlan({ accountId, plan: 'starter' }, store);
  const now = Date.now();
  for (let day = 1; day < 360; day += 1) {
    const at = now - day * 86_400_000;
    const growth = 1 - day / 420;
    const operations = Math.round(growth * (60 + 45 * Math.sin(day / 5) + 25 * Math.sin(day * 1.7)));
    if (operations > 0)
      await table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: { ...keys.usageDay(accountId, dayOf(at)), operations },
        }),
      );
  }
  await changeItem(table, keys.account(accountId), { operations: 1284 });
  await createKey({ accountId, name: 'Invoice server' }, store, now - 40 * 86_400_000);
  await createKey({ accountId, name: 'Backup' }, store, now - 3 * 86_400_000);
  const { key } = await createKey({ accountId, name: 'Anna’s laptop' }, store, now - 7_200_000);

  const report = await reportPdf();
  await writeFile(join(folder, 'annual-report.pdf'), report);
  const call = createClient(stack.baseUrl);
  const { json } = await call({ path: '/authorize', json: { api_key: key } });
  const token: string = json.access_token;
  const submit = async (
    filename: string,
    content: string | Uint8Array,
    path: string,
    body: object,
  ): Promise<void> => {
    const upload = await call({
      path: '/upload',
      token,
      ...multipart([{ name: 'file', filename, content }]),
    });
    const accepted = await call({ path, token, json: { file_id: upload.json.file_id, ...body } });
    await call({ path: `/job/${accepted.json.job_id}?wait=25`, token });
  };
  await submit('annual-report.pdf', report, '/extract', { format: 'structured' });
  await submit('locked.pdf', await encryptedPdf('Secret', 'password'), '/convert', { to: 'text' });
  await submit('notes.txt', 'Notes of a meeting\n'.repeat(2000), '/convert', { to: 'pdf' });
  await submit('annual-report.pdf', report, '/convert', { to: 'text' });
  // Afterwards, so that the jobs are not announced.
  await seedWebhooks(table, accountId, Date.now());
};
