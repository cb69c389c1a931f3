import * as z from 'zod';
import { ttlAttribute } from '../table-layout.ts';
import { deliveryRecordSeconds, firstSendCheckSeconds } from '../webhooks/delivery-times.ts';
import type { Delivery, DeliveryRef } from '../webhooks/webhook.ts';
import { itemForm } from './item-form.ts';
import { type Item, type ItemKey, keys, schedule, ttlAfter } from './table.ts';

const status = z.enum(['pending', 'delivered', 'failed']);

const form = itemForm({
  accountId: ['account_id', z.string()],
  webhookId: ['webhook_id', z.string()],
  deliveryId: ['delivery_id', z.string()],
  url: ['url', z.string().optional()],
  type: ['event_type', z.string()],
  jobId: ['job_id', z.string().optional()],
  requestId: ['request_id', z.string().optional()],
  payload: ['payload', z.string()],
  status: ['delivery_status', status],
  attempts: ['attempts', z.number()],
  createdAt: ['created_at', z.number()],
  nextTryAt: ['next_try_at', z.number()],
  lastTriedAt: ['last_tried_at', z.number().optional()],
  answer: ['answer', z.object({ status: z.number(), excerpt: z.string() }).optional()],
  problem: ['problem', z.string().optional()],
});

/** Reads the item of a delivery. */
export const toDelivery = (item: unknown): Delivery => form.read(item);

const shownItem = z.looseObject({ delivery_status: status.catch('pending') });

/** Reads the item of a delivery for a response. A newer version may have stored another status, which a list must not fail for. */
export const toShownDelivery = (item: unknown): Delivery => toDelivery(shownItem.parse(item));

/** The key of a delivery. */
export const deliveryKey = ({ accountId, webhookId, deliveryId }: DeliveryRef): ItemKey =>
  keys.delivery(accountId, `${webhookId}#${deliveryId}`);

/** The ids in the id of a delivery in the due index. */
export const toDeliveryRef = (accountId: string, id: string): DeliveryRef => {
  const [webhookId = '', deliveryId = ''] = id.split('#');
  return { accountId, webhookId, deliveryId };
};

/** Schedules a delivery that is due now, so that the reconciler sends its message if no function accepts it. */
export const firstCheck = ({ webhookId, deliveryId }: DeliveryRef, now: number) =>
  schedule('WEBHOOK', `${webhookId}#${deliveryId}`, now + firstSendCheckSeconds * 1000);

/** The attributes of a new delivery's item. */
export const fromNewDelivery = (delivery: Delivery): Item => ({
  ...deliveryKey(delivery),
  ...form.write(delivery),
  ...firstCheck(delivery, delivery.createdAt),
  [ttlAttribute]: ttlAfter(delivery.createdAt, deliveryRecordSeconds),
});
