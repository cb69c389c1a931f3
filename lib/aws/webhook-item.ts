import * as z from 'zod';
import { webhookEvents } from '../api/webhook-events.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import type { Item } from './conditional-update.ts';
import { keys } from './table.ts';

const webhookItem = z.object({
  account_id: z.string(),
  webhook_id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  created_at: z.number(),
  disabled_at: z.number().optional(),
});

/** Reads the item of an endpoint, without its secrets. */
export const toWebhook = (item: unknown): Webhook => {
  const webhook = webhookItem.parse(item);
  return {
    accountId: webhook.account_id,
    webhookId: webhook.webhook_id,
    url: webhook.url,
    events: webhook.events,
    createdAt: webhook.created_at,
    disabledAt: webhook.disabled_at,
  };
};

/** The attributes of a new endpoint's item. */
export const fromNewWebhook = (webhook: Webhook, secret: string): Item => ({
  ...keys.webhook(webhook.accountId, webhook.webhookId),
  account_id: webhook.accountId,
  webhook_id: webhook.webhookId,
  url: webhook.url,
  events: webhook.events,
  created_at: webhook.createdAt,
  secret,
});

const secretsItem = z.object({
  secret: z.string(),
  previous_secret: z.string().optional(),
  previous_until: z.number().default(0),
});

/** The secrets of an endpoint or an account that sign at `now` (ms), the current one first. */
export const secretsOf = (item: unknown, now: number): readonly string[] => {
  const { secret, previous_secret: previous, previous_until: until } = secretsItem.parse(item);
  return previous === undefined || until <= now ? [secret] : [secret, previous];
};
