/**
 * The times of a job's life, in one place because they must fit each other: the stack sets timeouts, queues and
 * environment from them, the worker and the reconciler follow them. docs/architecture.md tells the story.
 */

/** Seconds in which a document must have arrived from a `file_url`. */
export const downloadSeconds = 60;

/** Seconds an engine may work on one document. */
export const engineDeadlineSeconds = 120;

/** Seconds of a worker's invocation that are kept for storing the result and ending the job. */
export const closingSeconds = 20;

/** Seconds after which Lambda ends a worker: a slow download, an engine up to its deadline, and 10 s for the claim. */
export const workerTimeoutSeconds = 10 + downloadSeconds + engineDeadlineSeconds + closingSeconds;

/** Seconds a worker holds a job without renewing. */
export const leaseSeconds = 30;

/**
 * How many times a function's timeout its messages stay invisible (Lambda developer guide, "Using Lambda with Amazon
 * SQS").
 */
export const visibilityPerTimeout = 6;

/** Seconds a received message stays invisible. */
export const visibilitySeconds = visibilityPerTimeout * workerTimeoutSeconds;

/** Receives before a message goes to the dead-letter queue; AWS advises at least 5, so that throttling costs no message. */
export const maxReceives = 5;

/** Seconds after which a message that no worker can take reaches the dead-letter queue, and its job fails. */
export const deadLetterSeconds = maxReceives * visibilitySeconds;

/** Seconds of a new job's life before the reconciler looks at it for the first time. */
export const firstLookSeconds = 30;

/**
 * The longest pause, in seconds, before the reconciler sends a waiting job's message again. SQS itself delivers a
 * message that was received and not deleted after the same time.
 */
export const longestResendPauseSeconds = visibilitySeconds;

/** Age of a queue's oldest message, in seconds, at which the operator is alarmed: long before any job fails for it. */
export const queueAgeAlarmSeconds = 600;

/** Seconds after which an abandoned job fails: later than its dead letter, so that the dead letter's alarm comes first. */
export const maxJobSeconds = 7200;

/**
 * Seconds that a job's file is retained from the job's creation: a worker that claims the job at its very end can still
 * read it.
 */
export const fileHeldSeconds = maxJobSeconds + 600;

/** The longest life of files and results that an operator can set, in days. */
export const longestRetentionDays = 2;

/** Days after which S3 deletes what the reconciler missed: a day later, so that a file with a late job is still there. */
export const bucketLifecycleDays = longestRetentionDays + 1;
