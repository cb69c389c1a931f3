import * as z from 'zod';
import { type DueKind, ttlAttribute } from '../table-layout.ts';
import { deliveryRecordSeconds, firstSendCheckSeconds } from '../webhooks/delivery-times.ts';
import type { Delivery, DeliveryRef } from '../webhooks/webhook.ts';
import type { Item } from './conditional-update.ts';
import { type ItemKey, keys, ttlAfter } from './table.ts';

const deliveryItem = z.object({
  account_id: z.string(),
  webhook_id: z.string(),
  delivery_id: z.string(),
  url: z.string().optional(),
  event_type: z.string(),
  job_id: z.string().optional(),
  payload: z.string(),
  delivery_status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number(),
  created_at: z.number(),
  next_try_at: z.number(),
  last_tried_at: z.number().optional(),
  answer: z.object({ status: z.number(), excerpt: z.string() }).optional(),
  problem: z.string().optional(),
});

/** Reads the item of a delivery. */
export const toDelivery = (item: unknown): Delivery => {
  const delivery = deliveryItem.parse(item);
  return {
    accountId: delivery.account_id,
    webhookId: delivery.webhook_id,
    deliveryId: delivery.delivery_id,
    url: delivery.url,
    type: delivery.event_type,
    jobId: delivery.job_id,
    payload: delivery.payload,
    status: delivery.delivery_status,
    attempts: delivery.attempts,
    createdAt: delivery.created_at,
    nextTryAt: delivery.next_try_at,
    lastTriedAt: delivery.last_tried_at,
    answer: delivery.answer,
    problem: delivery.problem,
  };
};

/** The key of a delivery. */
export const deliveryKey = ({ accountId, webhookId, deliveryId }: DeliveryRef): ItemKey =>
  keys.delivery(accountId, `${webhookId}#${deliveryId}`);

/** The ids in the id of a delivery in the due index. */
export const toDeliveryRef = (accountId: string, id: string): DeliveryRef => {
  const [webhookId = '', deliveryId = ''] = id.split('#');
  return { accountId, webhookId, deliveryId };
};

/** When the reconciler sends the message of a delivery that is due now, if no function accepts it; ms since the epoch. */
export const firstCheckAt = (now: number): number => now + firstSendCheckSeconds * 1000;

/** The attributes of a new delivery's item. */
export const fromNewDelivery = (delivery: Delivery): Item => ({
  ...deliveryKey(delivery),
  account_id: delivery.accountId,
  webhook_id: delivery.webhookId,
  delivery_id: delivery.deliveryId,
  url: delivery.url,
  event_type: delivery.type,
  job_id: delivery.jobId,
  payload: delivery.payload,
  delivery_status: delivery.status,
  attempts: delivery.attempts,
  created_at: delivery.createdAt,
  next_try_at: delivery.nextTryAt,
  due: 'WEBHOOK' satisfies DueKind,
  due_at: firstCheckAt(delivery.createdAt),
  [ttlAttribute]: ttlAfter(delivery.createdAt, deliveryRecordSeconds),
});
