import { setTimeout as pause } from 'node:timers/promises';
import { isS3Address } from '../api/s3-address.ts';
import type { JobDelivery } from './job.ts';
import type { PutBody, PutOutcome, PutResult } from './put-result.ts';

/** Seconds before the second and the third try of a delivery. */
const pausesSeconds = [1, 4] as const;

/** Settings of deliveries. */
type DeliverySettings = {
  readonly put: PutResult;
  /** Seconds for all tries of the next delivery. */
  seconds(): number;
  /** Reports a failed delivery to the operator. */
  onFailure(delivery: JobDelivery): void;
  readonly pausesSeconds?: readonly number[];
};

const isDelivered = (outcome: PutOutcome): boolean =>
  'status' in outcome && outcome.status >= 200 && outcome.status < 300;

const mayRetry = (outcome: PutOutcome): boolean =>
  'status' in outcome ? outcome.status === 429 || outcome.status >= 500 : outcome.mayRetry;

/** What the client should do about a status. */
const adviceOf = (status: number, mimeType: string, isS3: boolean): string => {
  if (status === 429 || status >= 500) return 'The target failed repeatedly.';
  if (status >= 300 && status < 400) return 'Redirects are not followed: send the final address.';
  if (isS3) return 'Check that the bucket exists and lets the service write the object.';
  return `Check that the address is presigned for PUT, had not expired, and that a Content-Type it signs is ${mimeType}.`;
};

const isStored = 'The result is stored: read it at output_url.';

const messageOf = (outcome: PutOutcome, mimeType: string, isS3: boolean): string => {
  if ('problem' in outcome) return `The target of deliver_to: ${outcome.problem} ${isStored}`;
  const { status, code } = outcome;
  const named = code === undefined ? status : `${status} (${code})`;
  return `The target of deliver_to responded with status ${named}. ${adviceOf(status, mimeType, isS3)} ${isStored}`;
};

/**
 * Delivers results to presigned addresses. A network fault, 429 and 5xx are followed by two more tries. Returns how the delivery ended;
 * its message contains nothing of the address.
 *
 * @throws the reason of the signal if that is aborted
 */
export const resultDeliverer =
  ({ put, seconds, onFailure, pausesSeconds: pauses = pausesSeconds }: DeliverySettings) =>
  async (address: string, body: PutBody, signal: AbortSignal): Promise<JobDelivery> => {
    const limit = Math.floor(seconds());
    const deadline = AbortSignal.timeout(limit * 1000);
    const both = AbortSignal.any([deadline, signal]);
    let outcome = await put(address, body, both);
    for (const pauseSeconds of pauses) {
      if (both.aborted || !mayRetry(outcome)) break;
      await pause(pauseSeconds * 1000, undefined, { signal: both }).catch(() => undefined);
      if (!both.aborted) outcome = await put(address, body, both);
    }
    signal.throwIfAborted();
    const httpStatus = 'status' in outcome ? outcome.status : undefined;
    if (isDelivered(outcome)) return { status: 'delivered', httpStatus, message: undefined };
    const late = { problem: `It did not receive the result within ${limit} seconds.`, mayRetry: false };
    const reason = deadline.aborted && httpStatus === undefined ? late : outcome;
    const failed = {
      status: 'failed',
      httpStatus,
      message: messageOf(reason, body.mimeType, isS3Address(address)),
    } as const;
    onFailure(failed);
    return failed;
  };
