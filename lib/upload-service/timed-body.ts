import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { ApiError } from '../api-errors.ts';

/** Seconds that a body may take in total, and without a byte. */
export type BodyTimes = { readonly totalSeconds: number; readonly stallSeconds: number };

const timedOut = (what: string): ApiError =>
  new ApiError('request_timeout', `${what}. Send the file again, over a faster connection if possible.`);

/**
 * The body of a request as a stream that fails if the client stalls, is too slow or disconnects. The request itself stays open,
 * so that it can be answered.
 *
 * The stream's error is an ApiError `request_timeout`, or any other error after a disconnect.
 */
export const timedBody = (request: IncomingMessage, times: BodyTimes): Readable => {
  const body = new PassThrough({ highWaterMark: 16_384 });
  const fail = (error: Error): void => void body.destroy(error);
  const stall = setTimeout(
    () => fail(timedOut(`No byte of the body arrived for ${times.stallSeconds} seconds`)),
    times.stallSeconds * 1000,
  );
  const total = setTimeout(
    () => fail(timedOut(`The body took longer than ${times.totalSeconds} seconds`)),
    times.totalSeconds * 1000,
  );
  const onData = (): void => void stall.refresh();
  const onClose = (): void => {
    if (!request.complete) fail(new Error('The client disconnected'));
  };
  request.on('data', onData);
  request.pause();
  request.once('error', fail);
  request.once('close', onClose);
  body.once('close', () => {
    clearTimeout(stall);
    clearTimeout(total);
    request.unpipe(body);
    request.off('data', onData);
    request.off('close', onClose);
  });
  // A body that nobody reads must not end the process.
  body.on('error', () => undefined);
  request.pipe(body);
  return body;
};
