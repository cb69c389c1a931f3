import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { maxWaitSeconds, pollSeconds } from '../../lib/api/limits.ts';
import { routes } from '../../lib/api/routes.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { jobReadStore } from '../../lib/aws/job-read-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { waitingCalls } from '../../lib/aws/waiting-calls.ts';
import { header } from '../../lib/http/api-event.ts';
import { apiHandler } from '../../lib/http/api-handler.ts';
import { acceptsEvents, answerEvents, eventIdOf } from '../../lib/http/job-events.ts';
import { jobIdOf, jobNotFound } from '../../lib/http/path-id.ts';
import { jobView } from '../../lib/http/views/job-view.ts';
import { isActive, type Job } from '../../lib/jobs/job.ts';
import { preferredWait, waitForJob } from '../../lib/jobs/wait-for-job.ts';
import { whileWaiting } from '../../lib/limits/waiting-calls.ts';

const table = openTable();
const waits = waitingCalls(table);
const jobs = jobReadStore(table);
const objects = openObjectStore();

/** `GET /job/{id}` */
export const handler = apiHandler(
  routes.getJob,
  rateWindows(table),
  async ({ event, caller, query, refuse }) => {
    const jobId = jobIdOf(event, refuse);
    const wait = (seconds: number, isAwaited?: (job: Job) => boolean) =>
      waitForJob(
        () => jobs.get(caller.accountId, jobId),
        seconds,
        {
          clock: Date.now,
          pause,
          hold: (waiting) => whileWaiting(waits, caller, { id: randomUUID(), now: Date.now() }, waiting),
        },
        isAwaited,
      );
    if (acceptsEvents(event)) {
      const last = header(event, 'last-event-id');
      const job = await wait(maxWaitSeconds, (each) => eventIdOf(each) !== last);
      return job === undefined ? jobNotFound(jobId, refuse) : answerEvents(job, last, objects);
    }
    const job = await wait(Number(query.wait ?? preferredWait(header(event, 'prefer')) ?? 0));
    if (job === undefined) return jobNotFound(jobId, refuse);
    return {
      headers: isActive(job) ? { 'Retry-After': String(pollSeconds) } : {},
      body: await jobView(job, objects, Date.now()),
    };
  },
);
