import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { routes } from '../api/routes.ts';
import type { Job } from '../jobs/job.ts';
import { basePath } from './api-event.ts';
import type { Success } from './reply.ts';

/** The response for an accepted job: its path, and when to read it first. */
export const acceptedJob = (
  event: APIGatewayProxyEvent,
  { jobId }: Pick<Job, 'jobId'>,
): Success<typeof routes.convert> => ({
  headers: { Location: `${basePath(event)}/job/${jobId}`, 'Retry-After': '1' },
  body: { job_id: jobId, status: 'queued' },
});
