import type { Refuse } from '../errors.ts';
import { isId } from '../ids.ts';

/** The cursor of the page after a job; opaque to clients. */
export const toCursor = (jobId: string): string => Buffer.from(jobId).toString('base64url');

/**
 * The job id in a cursor.
 *
 * @throws ApiError `invalid_request` if it is not a cursor of this service
 */
export const fromCursor = (cursor: string, refuse: Refuse<'invalid_request'>): string => {
  const jobId = Buffer.from(cursor, 'base64url').toString('utf8');
  if (isId('job', jobId) && toCursor(jobId) === cursor) return jobId;
  return refuse(
    'invalid_request',
    'cursor: not a cursor of this service. Pass next_cursor from the previous page unchanged.',
  );
};
