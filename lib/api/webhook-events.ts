/** The events that an endpoint can receive: each end of a job. */
export const webhookEvents = ['job.completed', 'job.failed', 'job.cancelled'] as const;

/** The type of an event. */
export type WebhookEventType = (typeof webhookEvents)[number];

/** The type of the message that `POST /webhooks/{id}/test` sends. */
export const testEvent = 'webhook.test';
