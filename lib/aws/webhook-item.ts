import * as z from 'zod';
import { webhookEvents } from '../api/webhook-events.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import { itemForm } from './item-form.ts';
import { type Item, keys } from './table.ts';

const form = itemForm({
  accountId: ['account_id', z.string()],
  webhookId: ['webhook_id', z.string()],
  url: ['url', z.string()],
  // Without those of a newer version.
  events: [
    'events',
    z
      .array(z.string())
      .transform((names) => names.flatMap((name) => webhookEvents.find((each) => each === name) ?? [])),
  ],
  createdAt: ['created_at', z.number()],
  disabledAt: ['disabled_at', z.number().optional()],
});

/** Reads the item of an endpoint, without its secrets. */
export const toWebhook = (item: unknown): Webhook => form.read(item);

/** The attributes of a new endpoint's item. */
export const fromNewWebhook = (webhook: Webhook, secret: string): Item => ({
  ...keys.webhook(webhook.accountId, webhook.webhookId),
  ...form.write(webhook),
  secret,
});

const secretsItem = z.object({
  secret: z.string(),
  previous_secret: z.string().optional(),
  previous_until: z.number().default(0),
  earlier_secret: z.string().optional(),
  earlier_until: z.number().default(0),
});

/** The secrets of an endpoint or an account that sign at `now` (ms), the current one first. */
export const secretsOf = (item: unknown, now: number): readonly string[] => {
  const read = secretsItem.parse(item);
  const replaced = [
    { secret: read.previous_secret, until: read.previous_until },
    { secret: read.earlier_secret, until: read.earlier_until },
  ];
  return [
    read.secret,
    ...replaced.flatMap(({ secret, until }) => (secret === undefined || until <= now ? [] : [secret])),
  ];
};
