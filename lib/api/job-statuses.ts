/** The states of a job; `complete`, `failed` and `cancelled` are terminal and never change. */
export const jobStatuses = ['queued', 'processing', 'complete', 'failed', 'cancelled'] as const;

/** The state of a job. */
export type JobStatus = (typeof jobStatuses)[number];
