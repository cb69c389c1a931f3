import { Logger } from '@aws-lambda-powertools/logger';
import { dueStore } from '../lib/aws/due-store.ts';
import { openTable } from '../lib/aws/dynamodb.ts';
import { openJobQueues } from '../lib/aws/job-queue.ts';
import { jobStore } from '../lib/aws/job-store.ts';
import { openObjectStore } from '../lib/aws/object-store.ts';
import { type ReconcileCounts, reconcile } from '../lib/jobs/reconcile.ts';

const log = new Logger({ serviceName: 'reconcile' });
const table = openTable();
const dependencies = {
  due: dueStore(table),
  jobs: jobStore(table),
  objects: openObjectStore(),
  send: openJobQueues().send,
  onFault: (error: unknown, due: { id: string }) =>
    log.error('Something due could not be dealt with', { error, id: due.id }),
};

/** Deals with everything that is due, once a minute. */
export const handler = async (): Promise<ReconcileCounts> => {
  const counts = await reconcile(dependencies, Date.now);
  log.info('What was due was dealt with', counts);
  return counts;
};
