import { exampleJobs } from './examples.ts';
import type { WebhookEventType } from './webhook-events.ts';

/** An example of the body of each event, by its name. */
export const webhookEventExamples: Readonly<Record<WebhookEventType, Readonly<Record<string, unknown>>>> = {
  'job.completed': { complete: eventOf('job.completed', exampleJobs.complete) },
  'job.failed': { failed: eventOf('job.failed', exampleJobs.failed) },
  'job.cancelled': { cancelled: eventOf('job.cancelled', exampleJobs.cancelled) },
};

function eventOf(type: WebhookEventType, job: Readonly<Record<string, unknown>>) {
  const { output_url: _signed, ...data } = job;
  return { type, timestamp: data.completed_at, data };
}
