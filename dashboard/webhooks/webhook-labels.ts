import type { Delivery, Webhook } from '../api/types.ts';

type EventType = Webhook['events'][number];

/** The events that an endpoint can receive, with their labels. */
export const eventLabels: Readonly<Record<EventType, string>> = {
  'job.completed': 'Job completed',
  'job.failed': 'Job failed',
  'job.cancelled': 'Job cancelled',
};

/** The events, in the order of the form. */
export const eventTypes = Object.keys(eventLabels) as readonly EventType[];

/** The label of an event or a test. */
export const eventLabel = (type: string): string =>
  type in eventLabels ? eventLabels[type as EventType] : 'Test';

/** The label of the state of a delivery, and the state of a job whose badge it has. */
export const deliveryStates = {
  pending: { label: 'Pending', badge: 'queued' },
  delivered: { label: 'Delivered', badge: 'complete' },
  failed: { label: 'Failed', badge: 'failed' },
} as const satisfies Record<Delivery['status'], { label: string; badge: string }>;

/** The outcome of the last attempt, such as `Status 503: Service Unavailable`. */
export const outcomeOf = ({ response, error }: Delivery): string => {
  if (error !== null) return error;
  if (response === null) return 'Not sent yet';
  return `Status ${response.status}${response.body === '' ? '' : `: ${response.body}`}`;
};
