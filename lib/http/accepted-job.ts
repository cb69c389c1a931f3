import type { APIGatewayProxyEvent } from 'aws-lambda';
import { basePath } from './api-event.ts';
import type { Reply } from './reply.ts';

/** The answer to an accepted job: 202, where to read it, and when a first look is worth it. */
export const acceptedJob = (
  event: APIGatewayProxyEvent,
  job: { job_id: string; status: 'queued' },
): Reply => ({
  status: 202,
  headers: { Location: `${basePath(event)}/job/${job.job_id}`, 'Retry-After': '1' },
  body: job,
});
