import {
  type BackgroundFunction,
  backgroundFunctions,
  reservationOf,
} from '../lib/functions/background-functions.ts';

/** Concurrent executions that Lambda keeps for the functions of an account that have no reservation. */
const keptUnreserved = 100;

const rows: readonly BackgroundFunction[] = Object.values(backgroundFunctions);

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** The sum of the stack's reservations. */
const reserved = sum(rows.map(reservationOf));

/** The sum of the executions that queues may start. */
const startedByQueues = sum(
  rows.filter(({ trigger }) => trigger.on === 'queue').map(({ concurrency }) => concurrency),
);

/** The smallest quota with which the stack can reserve: Lambda refuses a reservation that leaves too few executions. */
export const reservableQuota = keptUnreserved + reserved;

/** The part of a smaller quota that waiting calls may use. */
const waitingShare = 1 / 3;

/** The part of a smaller quota that queues may use. The rest is for short calls, the stream and the schedule. */
const queueShare = 1 / 2;

/** The smallest maximum concurrency that Lambda accepts for a queue. */
const leastConcurrency = 2;

/** Whether the workers' share of a quota is reserved. Without a stated quota nothing is: a new account may have 10. */
export const isReserved = (quota: number | undefined): boolean =>
  quota !== undefined && quota >= reservableQuota;

/** The number of calls that may wait at once if the workers' share of the quota cannot be reserved; undefined for no limit. */
export const waitLimitOf = (quota: number | undefined): number | undefined =>
  quota === undefined || isReserved(quota) ? undefined : Math.floor(quota * waitingShare);

/**
 * The maximum concurrency of the queue of this function. Lambda counts a message that it cannot deliver for the visibility timeout as
 * received, so queues that start more executions than a small quota has would move jobs to the dead letters.
 */
export const queueConcurrency = ({ concurrency }: BackgroundFunction, quota: number | undefined): number =>
  quota === undefined || isReserved(quota)
    ? concurrency
    : Math.max(leastConcurrency, Math.floor(quota * queueShare * (concurrency / startedByQueues)));
