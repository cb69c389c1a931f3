import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../errors.ts';
import { isId } from '../ids.ts';

/** The refusal of an id that no job of the account has, whether another account has it or none. */
export const jobNotFound = (jobId: string): ApiError =>
  new ApiError('job_not_found', `There is no job ${JSON.stringify(jobId)}`);

/**
 * The job id of the path.
 *
 * @throws ApiError `job_not_found` where it has not the form of one.
 */
export const jobIdOf = (event: APIGatewayProxyEvent): string => {
  const id = event.pathParameters?.id ?? '';
  if (!isId('job', id)) throw jobNotFound(id.slice(0, 100));
  return id;
};
