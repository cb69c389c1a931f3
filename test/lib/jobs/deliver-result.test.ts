import { describe, expect, it } from 'vitest';
import { resultDeliverer } from '../../../lib/jobs/deliver-result.ts';
import { createPutResult, type PutOutcome, type PutResult } from '../../../lib/jobs/put-result.ts';
import { serve, useRemoteHosts } from '../files/remote-host.ts';

useRemoteHosts();

const address = 'https://bucket.example/key?X-Amz-Signature=secret';
const result = { bytes: Buffer.from('a'), mimeType: 'text/markdown' };
const { signal } = new AbortController();

const deliverWith = (put: PutResult, seconds = 60) => {
  const failures: unknown[] = [];
  const deliver = resultDeliverer({
    put,
    seconds: () => seconds,
    onFailure: (failure) => failures.push(failure),
    pausesSeconds: [0, 0],
  });
  return { deliver, failures };
};

/** Delivers to a target with these outcomes. Returns the delivery, the number of tries and what was reported. */
const deliverTo = async (...outcomes: PutOutcome[]) => {
  const last = outcomes.at(-1) as PutOutcome;
  let tries = 0;
  const { deliver, failures } = deliverWith(async () => outcomes[tries++] ?? last);
  return { delivery: await deliver(address, result, signal), tries, failures };
};

const answer = (status: number, code?: string): PutOutcome => ({ status, code });
const reset: PutOutcome = { problem: 'The connection failed (ECONNRESET).', mayRetry: true };

describe('a delivery', () => {
  it.each([
    ['200', [answer(200)], 1, 200],
    ['500, then 200', [answer(500), answer(200)], 2, 200],
    ['a network fault, 429, then 201', [reset, answer(429), answer(201)], 3, 201],
  ])('succeeds after %s', async (_title, outcomes, tries, httpStatus) => {
    expect(await deliverTo(...outcomes)).toEqual({
      delivery: { status: 'delivered', httpStatus, message: undefined },
      tries,
      failures: [],
    });
  });

  it.each([
    [
      '403',
      [answer(403, 'AccessDenied')],
      1,
      403,
      'The target of deliver_to responded with status 403 (AccessDenied). Check that the address is presigned for PUT, had not expired, and that a Content-Type it signs is text/markdown. The result is stored: read it at output_url.',
    ],
    [
      'a redirect',
      [answer(307)],
      1,
      307,
      'The target of deliver_to responded with status 307. Redirects are not followed: send the final address. The result is stored: read it at output_url.',
    ],
    [
      '503 three times',
      [answer(503)],
      3,
      503,
      'The target of deliver_to responded with status 503. The target failed repeatedly. The result is stored: read it at output_url.',
    ],
    [
      'three network faults',
      [reset],
      3,
      undefined,
      'The target of deliver_to: The connection failed (ECONNRESET). The result is stored: read it at output_url.',
    ],
    [
      'a private address',
      [{ problem: 'The host is not on the public internet.', mayRetry: false }],
      1,
      undefined,
      'The target of deliver_to: The host is not on the public internet. The result is stored: read it at output_url.',
    ],
  ] as const)('fails after %s', async (_title, outcomes, tries, httpStatus, message) => {
    const delivery = { status: 'failed', httpStatus, message };

    expect(await deliverTo(...outcomes)).toEqual({ delivery, tries, failures: [delivery] });
  });

  it('has other advice for a bucket of the operator', async () => {
    const { deliver } = deliverWith(async () => ({ status: 403, code: 'AccessDenied' }));

    expect((await deliver('s3://my-bucket/a', result, signal)).message).toBe(
      'The target of deliver_to responded with status 403 (AccessDenied). Check that the bucket exists and lets the service write the object. The result is stored: read it at output_url.',
    );
  });

  it('ends with its time, whatever the target does', async () => {
    const { address: silent, asked } = await serve(() => undefined);
    const { deliver } = deliverWith(
      createPutResult(() => ({ isAllowed: () => true })),
      1,
    );

    expect(await deliver(`${silent}/?secret`, result, signal)).toEqual({
      status: 'failed',
      httpStatus: undefined,
      message:
        'The target of deliver_to: It did not receive the result within 1 seconds. The result is stored: read it at output_url.',
    });
    expect(asked).toHaveLength(1);
  });

  it('stops when the lease is lost, in a try or in a pause', async () => {
    const lease = new AbortController();
    let tries = 0;
    const put: PutResult = async () => {
      tries += 1;
      lease.abort(new Error('The lease was lost'));
      return reset;
    };
    const { failures, deliver } = deliverWith(put);

    await expect(deliver(address, result, lease.signal)).rejects.toThrow('The lease was lost');

    expect([tries, failures]).toEqual([1, []]);
  });
});
