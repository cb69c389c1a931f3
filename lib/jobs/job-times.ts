import { deploymentConstants } from '../deployment-constants.ts';
import { longestRetentionDays } from './longest-retention.ts';

/**
 * The times of a job, in one place because they depend on each other. The stack sets timeouts, queues and environment
 * variables from them; the worker and the reconciler use them directly. docs/jobs.md explains them.
 */

/** Time limit for downloading a `file_url`, in seconds. */
export const downloadSeconds = 60;

/** Time limit of an engine for one document, in seconds. */
export const engineDeadlineSeconds = deploymentConstants.engineDeadlineSeconds ?? 120;

/** Seconds reserved at the end of a worker's invocation for storing the result and ending the job. */
export const closingSeconds = 20;

/** Time limit for delivering a result to `deliver_to` in seconds, if the worker has so many left. */
export const deliverySeconds = 60;

/**
 * Seconds for a delivery that the engine leaves at least. After a download of less than 40 s, it still has its whole deadline.
 */
export const deliveryReserveSeconds = 20;

/** Seconds reserved for ending the job after a delivery. */
export const endingSeconds = 10;

/** Timeout of a worker in seconds: a slow download, an engine up to its deadline, storing, and 10 s for the claim. */
export const workerTimeoutSeconds = 10 + downloadSeconds + engineDeadlineSeconds + closingSeconds;

/**
 * Workers' seconds after which the remaining pages of a job are not recognized: some times what 1,000 pages take. Each page that hangs
 * could cost as much as a job otherwise.
 */
export const maxRecognitionSeconds = 7200;

/** Seconds after which a lease expires unless its worker renews it. */
export const leaseSeconds = 60;

/**
 * Seconds after which the results of a cancelled, deleted or withdrawn job are deleted. Its worker stops within 2 s, or, if it cannot read
 * the job, when its lease expires, and a result that it is storing by then has arrived.
 */
export const lateResultSeconds = leaseSeconds + 60;

/** Seconds between two renewals of a lease: two can fail before it expires. */
export const renewSeconds = 20;

/**
 * The visibility timeout of a queue in multiples of its function's timeout (Lambda developer guide, "Using Lambda with
 * Amazon SQS").
 */
export const visibilityPerTimeout = 6;

/** Visibility timeout of a message in seconds. */
export const visibilitySeconds = visibilityPerTimeout * workerTimeoutSeconds;

/** Receives before a message moves to the dead-letter queue. AWS recommends at least 5, so that throttling loses none. */
export const maxReceives = 5;

/** Seconds after which a message that no worker accepts reaches the dead-letter queue, and its job fails. */
export const deadLetterSeconds = maxReceives * visibilitySeconds;

/**
 * Seconds after which a job that was charged must have been stored, because its function has ended. Otherwise, its charge is reversed.
 */
export const orphanSeconds = 120;

/** Seconds for which a job waits for the malware scan of its files. GuardDuty states no limit; most scans end within seconds. */
export const maxScanSeconds = 900;

/** Seconds after which a new job is reconciled for the first time. */
export const firstCheckSeconds = 30;

/**
 * The longest pause, in seconds, before the reconciler sends a queued job's message again. SQS redelivers a message that
 * was not deleted after the same time.
 */
export const longestResendPauseSeconds = visibilitySeconds;

/** Age of a queue's oldest message, in seconds, that triggers an alarm, long before a job fails because of it. */
export const queueAgeAlarmSeconds = 600;

/** Seconds after which an abandoned job fails: later than its dead letter, whose alarm comes first. */
export const maxJobSeconds = Math.max(7200, deadLetterSeconds + 900);

/**
 * Seconds for which a file is retained from the creation of a job, so that a worker that claims the job at the last moment
 * can still read it.
 */
export const fileHeldSeconds = maxJobSeconds + 600;

/**
 * Seconds that a file must still have for a job to leave its retention as it is. The reconciler looks at a job several times by then,
 * and extends the retention of the files of one that has not ended.
 */
export const fileSparesSeconds = 900;

/** Days after which S3 deletes what the reconciler missed: one day more, so that a file of a late job still exists. */
export const bucketLifecycleDays = longestRetentionDays + 1;
