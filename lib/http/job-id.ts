import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../errors.ts';
import { isId } from '../ids.ts';

/** The error for an id of no job in this account. It does not reveal whether another account has the job. */
export const jobNotFound = (jobId: string): ApiError =>
  new ApiError('job_not_found', `No job ${JSON.stringify(jobId)} in this account.`);

/**
 * The job id of the path.
 *
 * @throws ApiError `job_not_found` if it is malformed
 */
export const jobIdOf = (event: APIGatewayProxyEvent): string => {
  const id = event.pathParameters?.id ?? '';
  if (!isId('job', id)) throw jobNotFound(id.slice(0, 100));
  return id;
};
