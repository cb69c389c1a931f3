import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { routes } from '../api/routes.ts';
import type { SubmittedJob } from '../jobs/submit-job.ts';
import { basePath } from './api-event.ts';
import { replayHeader } from './idempotency-key.ts';
import type { Success } from './reply.ts';

/** The response for an accepted job: its path, and when to read it first. */
export const acceptedJob = (
  event: APIGatewayProxyEvent,
  { jobId, isRepeat }: SubmittedJob,
): Success<typeof routes.convert> => ({
  headers: { Location: `${basePath(event)}/job/${jobId}`, 'Retry-After': '1', ...replayHeader(isRepeat) },
  body: { job_id: jobId, status: 'queued' },
});
