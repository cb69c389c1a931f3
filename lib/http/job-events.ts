import { pollSeconds } from '../api/limits.ts';
import type { routes } from '../api/routes.ts';
import type { Downloads } from '../files/objects.ts';
import { isActive, type Job } from '../jobs/job.ts';
import { listsSteps } from '../jobs/job-steps.ts';
import { type GatewayEvent, header } from './api-event.ts';
import type { Success } from './reply.ts';
import { jobView } from './views/job-view.ts';

// Event streams: HTML Living Standard, 9.2.

const eventStream = 'text/event-stream';
const retry = `retry: ${pollSeconds * 1000}`;

/** Whether the client asks for events instead of JSON. */
export const acceptsEvents = (event: GatewayEvent): boolean =>
  (header(event, 'accept') ?? '').toLowerCase().includes(eventStream);

/** The id of the event that reports the present state of a job: its status, and the steps and pages that are done. */
export const eventIdOf = (job: Job): string => {
  const { status, steps, progress } = job;
  const stepsDone = listsSteps(job) ? steps.done.length : undefined;
  return [status, stepsDone, progress?.done].filter((part) => part !== undefined).join('-');
};

/**
 * The present state of a job as an event, for a client that has received the event `last`. Without news, a comment; after
 * the job's last event, 204, which tells the client to stop reconnecting.
 */
export const answerEvents = async (
  job: Job,
  last: string | undefined,
  objects: Downloads,
): Promise<Success<typeof routes.getJob>> => {
  const id = eventIdOf(job);
  const of = (...lines: readonly string[]) => ({
    text: { mediaType: eventStream, content: `${[retry, ...lines].join('\n')}\n\n` } as const,
  });
  if (id !== last)
    return of(
      `id: ${id}`,
      `event: ${job.status}`,
      `data: ${JSON.stringify(await jobView(job, objects, Date.now()))}`,
    );
  return isActive(job) ? of(': no change') : { status: 204 };
};
