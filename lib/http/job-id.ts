import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Refuse } from '../errors.ts';
import { isId } from '../ids.ts';

/** Refuses an id of no job in this account. Does not reveal whether another account has the job. */
export const jobNotFound = (jobId: string, refuse: Refuse<'job_not_found'>): never =>
  refuse('job_not_found', `No job ${JSON.stringify(jobId)} in this account.`);

/**
 * The job id of the path.
 *
 * @throws ApiError `job_not_found` if it is malformed
 */
export const jobIdOf = (event: APIGatewayProxyEvent, refuse: Refuse<'job_not_found'>): string => {
  const id = event.pathParameters?.id ?? '';
  return isId('job', id) ? id : jobNotFound(id.slice(0, 100), refuse);
};
