/**
 * The times of a delivery, in one file because they depend on each other. The stack derives the timeout of deliver-webhook from
 * them.
 */

/**
 * Pauses between the attempts of a delivery, in seconds: ten attempts in three days and three hours. The reconciler starts the next
 * attempt, so a pause can be up to a minute longer. Standard Webhooks recommends such a schedule.
 */
export const retryPausesSeconds = [60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Maximum attempts of a delivery. */
export const maxTries = retryPausesSeconds.length + 1;

/** Maximum `Retry-After`, in seconds, that can lengthen a pause. */
export const longestRetryAfterSeconds = 3600;

/** Timeout of a receiver's whole response, in seconds. */
export const answerSeconds = 10;

/** Timeout of deliver-webhook in seconds: covers a slow receiver and the calls to the table. */
export const deliveryTimeoutSeconds = 30;

/** Seconds after which an attempt counts as lost, because its function has timed out. */
export const tryLeaseSeconds = 60;

/** Seconds until the reconciler first sends the message of an unclaimed delivery, and between further messages. */
export const firstSendCheckSeconds = 60;
export const resendSeconds = 300;

/**
 * Seconds for which an endpoint rests after a timeout, so that a slow receiver with many deliveries does not occupy the senders.
 */
export const slowReceiverPauseSeconds = 30;

/** Seconds for which the previous secret still signs after a rotation. */
export const secretOverlapSeconds = 86_400;

/** Seconds for which a delivery is kept and can be sent again: longer than its attempts take. */
export const deliveryRecordSeconds = 7 * 86_400;

/**
 * Returns the time of the next attempt, in ms since the epoch; undefined after the last one.
 *
 * @param attempts number of attempts so far, at least one
 * @param retryAfterSeconds `Retry-After` of the receiver's response; it can only lengthen the pause
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
