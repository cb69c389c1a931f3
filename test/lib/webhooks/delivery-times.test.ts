import { expect, it } from 'vitest';
import {
  answerSeconds,
  deliveryRecordSeconds,
  deliveryTimeoutSeconds,
  longestRetryAfterSeconds,
  maxTries,
  nextTryAt,
  retryPausesSeconds,
  tryLeaseSeconds,
} from '../../../lib/webhooks/delivery-times.ts';

const total = retryPausesSeconds.reduce((sum, pause) => sum + pause, 0);

it('tries ten times in about three days, with growing pauses', () => {
  expect(maxTries).toBe(10);
  expect(total / 86_400).toBeCloseTo(3.15, 2);
  expect(retryPausesSeconds.toSorted((a, b) => a - b)).toEqual(retryPausesSeconds);
});

it('has a next try after each but the last', () => {
  expect(nextTryAt(1, 1000, undefined)).toBe(61_000);
  expect(nextTryAt(9, 0, undefined)).toBe(86_400_000);
  expect(nextTryAt(10, 0, undefined)).toBeUndefined();
  expect(nextTryAt(10, 0, 5)).toBeUndefined();
});

it.each([
  ['is shorter than the pause', 59, 60],
  ['equals the pause', 60, 60],
  ['is longer than the pause', 61, 61],
  ['is an hour', longestRetryAfterSeconds, 3600],
  ['is longer than an hour', longestRetryAfterSeconds + 1, 3600],
])('follows a Retry-After that %s', (_title, retryAfterSeconds, pause) => {
  expect(nextTryAt(1, 0, retryAfterSeconds)).toBe(pause * 1000);
});

it('never shortens a long pause because of a Retry-After', () => {
  expect(nextTryAt(4, 0, longestRetryAfterSeconds)).toBe(7_200_000);
});

it('counts a try as lost only after its function has timed out, and keeps deliveries longer than their tries take', () => {
  expect(answerSeconds).toBeLessThan(deliveryTimeoutSeconds);
  expect(tryLeaseSeconds).toBeGreaterThan(deliveryTimeoutSeconds);
  expect(deliveryRecordSeconds).toBeGreaterThan(2 * total);
});
