import { AccountError } from '../accounts/manage-accounts.ts';
import { webhookStore } from '../aws/webhook-store.ts';
import { deliveryView, secretView, webhookView } from '../http/views/webhook-view.ts';
import {
  type DeliveryReceiver,
  resendDelivery,
  rotateAccountSecret,
  rotateSecret,
} from '../webhooks/manage-webhooks.ts';
import { type Delivery, requestWebhookId } from '../webhooks/webhook.ts';
import { accountOption, type Command, type CommandCall, defaultRows, limitOption } from './command.ts';

const webhookOption = {
  name: 'webhook',
  summary: 'Id of the endpoint, or request',
} as const;

const receiverOf = async ({ table, account, text }: CommandCall): Promise<DeliveryReceiver> => {
  const [webhookId, { accountId }] = [text('webhook'), account];
  if (webhookId === requestWebhookId) return { accountId, webhookId, disabledAt: undefined };
  const webhook = await webhookStore(table).get(accountId, webhookId);
  if (webhook === undefined) throw new AccountError(`Account ${accountId} has no webhook ${webhookId}.`);
  return webhook;
};

/** The newest deliveries to look at for those of a job, or those that failed. */
const searchedDeliveries = 1000;

/** The deliveries that the options select: one by its id, those of a job, or the failed ones. */
const selected = async (
  call: CommandCall,
  { webhookId, accountId }: DeliveryReceiver,
): Promise<readonly Delivery[]> => {
  const [delivery, job, failed] = [call.optional('delivery'), call.optional('job'), call.flag('failed')];
  if ([delivery !== undefined, job !== undefined, failed].filter(Boolean).length !== 1)
    throw new AccountError('redeliver needs one of --delivery, --job and --failed.');
  const all = await webhookStore(call.table).listDeliveries(
    accountId,
    webhookId,
    searchedDeliveries,
    call.now,
  );
  const found = all.filter(({ deliveryId, jobId, status }) =>
    failed ? status === 'failed' : delivery === undefined ? jobId === job : deliveryId === delivery,
  );
  if (found.length === 0 && !failed)
    throw new AccountError(`${webhookId} has no delivery of ${delivery ?? job} in the last seven days.`);
  return found;
};

const deliveryRow = (delivery: Delivery) => {
  const { response, webhook_id: _, ...row } = deliveryView(delivery);
  return { ...row, response: response?.status ?? null };
};

/** The commands for webhooks. */
export const webhookCommands: readonly Command[] = [
  {
    name: 'list-webhooks',
    summary: 'List the webhook endpoints of an account',
    options: [accountOption],
    access: 'read',
    onPage: true,
    run: async ({ table, account }) => ({
      webhooks: (await webhookStore(table).list(account.accountId)).map(webhookView),
    }),
  },
  {
    name: 'list-deliveries',
    summary: 'List the deliveries to an endpoint, newest first',
    options: [accountOption, webhookOption, limitOption],
    access: 'read',
    onPage: true,
    run: async (call) => {
      const { accountId, webhookId } = await receiverOf(call);
      const limit = call.count('limit', defaultRows);
      const deliveries = await webhookStore(call.table).listDeliveries(accountId, webhookId, limit, call.now);
      return { deliveries: deliveries.map(deliveryRow) };
    },
  },
  {
    name: 'redeliver',
    summary: 'Send webhooks again',
    options: [
      accountOption,
      webhookOption,
      { name: 'delivery', summary: 'Id of the delivery', isOptional: true },
      { name: 'job', summary: 'Id of the job', isOptional: true },
      { name: 'failed', summary: 'All that failed', kind: 'flag', isOptional: true },
    ],
    access: 'change',
    onPage: true,
    run: async (call) => {
      const receiver = await receiverOf(call);
      const found = await selected(call, receiver);
      if (call.isDryRun) return { would_send: found.map(deliveryRow) };
      const hints = { send: call.effects().sendDelivery, onUnsent: () => undefined };
      const store = webhookStore(call.table);
      const sent: Delivery[] = [];
      for (const { deliveryId } of found) {
        const delivery = await resendDelivery(receiver, deliveryId, store, hints, call.now);
        if (delivery !== undefined) sent.push(delivery);
      }
      return { sent: sent.map(deliveryRow) };
    },
  },
  {
    name: 'rotate-secret',
    summary: 'Replace a secret, which signs for 24 hours more',
    options: [accountOption, webhookOption],
    access: 'change',
    // The secret is for its owner, who rotates it in the dashboard.
    onPage: false,
    run: async (call) => {
      const { accountId, webhookId } = await receiverOf(call);
      if (call.isDryRun) return { would_rotate: webhookId };
      const store = webhookStore(call.table);
      const rotated =
        webhookId === requestWebhookId
          ? await rotateAccountSecret(accountId, store, call.now)
          : await rotateSecret(accountId, webhookId, store, call.now);
      if (rotated === undefined) throw new AccountError(`Account ${accountId} has no webhook ${webhookId}.`);
      return { webhook_id: webhookId, ...secretView(rotated) };
    },
  },
];
