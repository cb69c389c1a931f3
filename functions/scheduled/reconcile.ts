import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';
import { toDeliveryRef } from '../../lib/aws/delivery-item.ts';
import { dueStore } from '../../lib/aws/due-store.ts';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { openJobQueues } from '../../lib/aws/job-queue.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { openObjectStore } from '../../lib/aws/object-store.ts';
import { openWebhookQueue } from '../../lib/aws/webhook-queue.ts';
import { readEnvironmentNumber } from '../../lib/env.ts';
import { measured } from '../../lib/measures.ts';
import { type ReconcileCounts, reconcile, type Share } from '../../lib/reconcile/reconcile.ts';
import type { DueKind } from '../../lib/table-layout.ts';

const log = new Logger({ serviceName: 'reconcile' });
const table = openTable();
const sendWebhook = openWebhookQueue();
const dependencies = {
  due: dueStore(table),
  jobs: jobStore(table),
  objects: openObjectStore(table),
  send: openJobQueues(),
  retentionSeconds: readEnvironmentNumber('retentionSeconds'),
  sendDelivery: ({ accountId, id }: { accountId: string; id: string }) =>
    sendWebhook(toDeliveryRef(accountId, id)),
  onFault: (error: unknown, { kind, id }: { kind: DueKind; id?: string }) =>
    log.error('A scheduled item could not be reconciled', { error, kind, id }),
};

/** Reconciles the scheduled items of its share, once a minute. Throws at the end if an item could not be listed or reconciled. */
export const handler = async (event: Partial<Share>, context: Context): Promise<ReconcileCounts> => {
  const secondsLeft = (): number => context.getRemainingTimeInMillis() / 1000;
  const { part = 0, of = 1 } = event;
  const lateMs = { deletions: 0, others: 0 };
  const onOldest = (kind: DueKind, ms: number): void => {
    const list = kind === 'FILE' || kind === 'RESULT' ? 'deletions' : 'others';
    lateMs[list] = Math.max(lateMs[list], ms);
  };
  const counts = await reconcile({ ...dependencies, onOldest, secondsLeft, share: { part, of } }, Date.now);
  log.info('The scheduled items were reconciled', {
    ...counts,
    ...measured(
      { DeletionsLate: lateMs.deletions / 1000, ChecksLate: lateMs.others / 1000 },
      { Schedule: 'all' },
    ),
  });
  // An error of the function is what its alarm counts.
  if (counts.unlisted + counts.faults > 0) throw new Error('Some scheduled items could not be reconciled');
  return counts;
};
