/** A filter of stream records (Lambda developer guide, "Event filtering"): for each member the values that match. */
export type StreamFilter = { readonly [member: string]: StreamFilter | readonly string[] };

/** The records of the table's stream in which a job has just ended. */
export const endedJobs = {
  eventName: ['MODIFY'],
  dynamodb: {
    OldImage: { job_status: { S: ['queued', 'processing'] } },
    NewImage: { job_status: { S: ['complete', 'failed', 'cancelled'] } },
  },
} as const satisfies StreamFilter;
