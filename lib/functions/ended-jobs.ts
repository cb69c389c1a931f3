/** A filter of stream records (Lambda developer guide, "Event filtering"): for each member the values that match. */
export type StreamFilter = { readonly [member: string]: StreamFilter | readonly string[] };

const ended = { job_status: { S: ['complete', 'failed', 'cancelled'] } };

/** The records of the table's stream in which a job has just ended, or was stored once it had. */
export const endedJobs: readonly StreamFilter[] = [
  {
    eventName: ['MODIFY'],
    dynamodb: { OldImage: { job_status: { S: ['queued', 'processing'] } }, NewImage: ended },
  },
  { eventName: ['INSERT'], dynamodb: { NewImage: ended } },
];
