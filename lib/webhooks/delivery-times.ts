/**
 * The times of a delivery, in one place because they depend on each other. The stack sets the timeout of deliver-webhook from
 * them.
 */

/**
 * Pauses between the tries of a delivery, in seconds: ten tries in three days and three hours. Each is a minute longer at most,
 * because the reconciler starts the next try. Standard Webhooks recommends a schedule of this form.
 */
export const retryPausesSeconds = [60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** The number of tries of a delivery. */
export const maxTries = retryPausesSeconds.length + 1;

/** The longest `Retry-After` that is followed, in seconds, if it is longer than the pause. */
export const longestRetryAfterSeconds = 3600;

/** Seconds that a receiver has for its whole response. */
export const answerSeconds = 10;

/** Timeout of deliver-webhook in seconds: a slow receiver, and the calls to the table. */
export const deliveryTimeoutSeconds = 30;

/** Seconds after which a try counts as lost: its function has timed out by then. */
export const tryLeaseSeconds = 60;

/** Seconds after which the reconciler sends the message of a delivery that no function has accepted, and then again. */
export const firstSendCheckSeconds = 60;
export const resendSeconds = 300;

/**
 * Seconds for which no other delivery to an endpoint is tried after it did not respond in time, so that a slow receiver with many
 * deliveries does not occupy the senders.
 */
export const slowReceiverPauseSeconds = 30;

/** Seconds for which a rotated secret still signs. */
export const secretOverlapSeconds = 86_400;

/** Seconds for which a delivery is kept, and can be sent again: longer than its tries take. */
export const deliveryRecordSeconds = 7 * 86_400;

/**
 * When to try a delivery again, in ms since the epoch; undefined after its last try.
 *
 * @param attempts tries so far, at least one
 * @param retryAfterSeconds of the receiver's response; it can only lengthen the pause
 */
export const nextTryAt = (
  attempts: number,
  now: number,
  retryAfterSeconds: number | undefined,
): number | undefined => {
  const pause = retryPausesSeconds[attempts - 1];
  if (pause === undefined) return undefined;
  return now + Math.max(pause, Math.min(retryAfterSeconds ?? 0, longestRetryAfterSeconds)) * 1000;
};
