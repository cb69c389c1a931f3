import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Refuse } from '../api-errors.ts';
import { isId } from '../ids.ts';

// Longer ids are cut in messages.
const longestShown = 100;

const pathId = (event: APIGatewayProxyEvent): string => event.pathParameters?.id ?? '';

/** Refuses an id of no job in this account. Does not reveal whether another account has the job. */
export const jobNotFound = (jobId: string, refuse: Refuse<'job_not_found'>): never =>
  refuse('job_not_found', `No job ${JSON.stringify(jobId)} in this account.`);

/**
 * The job id of the path.
 *
 * @throws ApiError `job_not_found` if it is malformed
 */
export const jobIdOf = (event: APIGatewayProxyEvent, refuse: Refuse<'job_not_found'>): string => {
  const id = pathId(event);
  return isId('job', id) ? id : jobNotFound(id.slice(0, longestShown), refuse);
};

/** Refuses an id of no file in this account. Does not reveal whether another account has the file. */
export const fileNotFound = (fileId: string, refuse: Refuse<'file_not_found'>): never =>
  refuse('file_not_found', `No file ${JSON.stringify(fileId)} in this account.`);

/**
 * The file id of the path.
 *
 * @throws ApiError `file_not_found` if it is malformed
 */
export const fileIdOf = (event: APIGatewayProxyEvent, refuse: Refuse<'file_not_found'>): string => {
  const id = pathId(event);
  return isId('file', id) ? id : fileNotFound(id.slice(0, longestShown), refuse);
};
