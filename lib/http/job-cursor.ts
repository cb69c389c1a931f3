import { ApiError } from '../errors.ts';
import { isId } from '../ids.ts';

/** The cursor of the page after a job; opaque to clients. */
export const toCursor = (jobId: string): string => Buffer.from(jobId).toString('base64url');

/**
 * The job id that a cursor names.
 *
 * @throws ApiError `invalid_request` where it is no cursor of ours.
 */
export const fromCursor = (cursor: string): string => {
  const jobId = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!isId('job', jobId) || toCursor(jobId) !== cursor) {
    throw new ApiError('invalid_request', 'cursor: send the next_cursor of the answer before, as it is');
  }
  return jobId;
};
