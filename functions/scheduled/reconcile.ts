import { Logger } from '@aws-lambda-powertools/logger';
import type { Context, ScheduledEvent } from 'aws-lambda';
import { dueStore } from '../../lib/aws/due-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { openJobQueues } from '../../lib/aws/job-queue.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { type ReconcileCounts, type ReconciledKind, reconcile } from '../../lib/jobs/reconcile.ts';

const log = new Logger({ serviceName: 'reconcile' });
const table = openTable();
const dependencies = {
  due: dueStore(table),
  jobs: jobStore(table),
  objects: openObjectStore(),
  send: openJobQueues().send,
  onFault: (error: unknown, { kind, id }: { kind: ReconciledKind; id?: string }) =>
    log.error('Something due could not be dealt with', { error, kind, id }),
};

/** Deals with everything that is due, once a minute. Throws in the end if something could not be listed or dealt with. */
export const handler = async (_event: ScheduledEvent, context: Context): Promise<ReconcileCounts> => {
  const secondsLeft = (): number => context.getRemainingTimeInMillis() / 1000;
  const counts = await reconcile({ ...dependencies, secondsLeft }, Date.now);
  log.info('What was due was dealt with', counts);
  // An error of the function is what its alarm counts.
  if (counts.unlisted + counts.faults > 0) throw new Error('Not everything that is due could be dealt with');
  return counts;
};
