import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { BusyError, jobErrors } from '../errors.ts';
import type { CancelStore } from '../jobs/cancel-job.ts';
import { engineMs, isActive, type Job, maxAttempts } from '../jobs/job.ts';
import type { JobEnd, JobStore, Lease } from '../jobs/run-job.ts';
import { updateIf } from './conditional-update.ts';
import { readFile } from './file-store.ts';
import { toJob } from './job-item.ts';
import { releasingTransaction } from './releasing-transaction.ts';
import { type DueKind, keys, type Table } from './table.ts';
import type { TransactItem } from './transaction.ts';

/** Reads one job; undefined where the account has none of this id. */
export const readJob = async (table: Table, accountId: string, jobId: string): Promise<Job | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keys.job(accountId, jobId), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : toJob(Item);
};

const heldBy = 'job_status = :processing AND lease_owner = :owner AND attempts = :attempt';

const heldValues = ({ owner, attempt }: Lease) => ({
  ':processing': 'processing',
  ':owner': owner,
  ':attempt': attempt,
});

/** Ends the job's item: out of the active states, and due for deletion where it has a result. */
const endJobItem = (
  table: Table,
  job: Job,
  end: JobEnd,
  { lease, report, now, from }: Parameters<JobStore['end']>[2],
): TransactItem => {
  const complete = end.status === 'complete';
  // An attempt that was lost may have stored a result, which the reconciler deletes.
  const leavesResults = !complete && job.attempts > (lease === undefined ? 0 : 1);
  const sets = [
    'job_status = :status, completed_at = :now, #report = :report',
    from === undefined ? '' : ', source_format = :from',
    complete
      ? ', job_output = :output, expires_at = :expires, due = :due, due_at = :expires'
      : ', job_error = :error',
    leavesResults ? ', due = :due, due_at = :now' : '',
  ].join('');
  return {
    Update: {
      TableName: table.name,
      Key: keys.job(job.accountId, job.jobId),
      UpdateExpression: `SET ${sets} REMOVE job_options, source_url, lease_until, lease_owner${complete || leavesResults ? '' : ', due, due_at'}`,
      ConditionExpression:
        lease === undefined
          ? 'attempts = :attempt AND (job_status = :queued OR (job_status = :processing AND lease_until <= :now))'
          : heldBy,
      ExpressionAttributeNames: { '#report': 'report' },
      ExpressionAttributeValues: {
        ':status': end.status,
        ':now': now,
        ':report': report ?? {},
        ...(from === undefined ? {} : { ':from': from }),
        ...(complete
          ? { ':output': end.output, ':expires': end.expiresAt, ':due': 'RESULT' satisfies DueKind }
          : { ':error': end.error }),
        ...(leavesResults ? { ':due': 'RESULT' satisfies DueKind } : {}),
        ...(lease === undefined
          ? { ':attempt': job.attempts, ':queued': 'queued', ':processing': 'processing' }
          : heldValues(lease)),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/** Jobs as a worker and the reconciler need them. */
export const jobStore = (table: Table): JobStore => ({
  get: (accountId, jobId) => readJob(table, accountId, jobId),
  getFile: (accountId, fileId) => readFile(table, accountId, fileId),

  claim: async (job, { owner, now, leaseUntil, from }) => {
    const outcome = await updateIf(table, {
      Key: keys.job(job.accountId, job.jobId),
      UpdateExpression: [
        'SET job_status = :processing, attempts = attempts + :one, lease_owner = :owner, lease_until = :lease',
        ', claimed_at = :now, worked_ms = :worked',
        ', due_at = :lease, started_at = if_not_exists(started_at, :now)',
        from === undefined ? '' : ', source_format = :from',
      ].join(''),
      ConditionExpression:
        'attempts < :max AND (job_status = :queued OR (job_status = :processing AND lease_until <= :now))',
      ExpressionAttributeValues: {
        ':processing': 'processing',
        ':queued': 'queued',
        ':one': 1,
        ':owner': owner,
        ':lease': leaseUntil,
        ':now': now,
        ':max': maxAttempts,
        ':worked': engineMs(job, job.leaseUntil),
        ...(from === undefined ? {} : { ':from': from }),
      },
    });
    // A claim whose answer was lost is found refused when the client repeats it: the owner tells that it was ours.
    if (!outcome.updated && outcome.item?.lease_owner !== owner) return undefined;
    return toJob(outcome.item);
  },

  renew: async (lease, leaseUntil, progress) => {
    const outcome = await updateIf(table, {
      Key: keys.job(lease.accountId, lease.jobId),
      UpdateExpression: `SET lease_until = :lease, due_at = :lease${progress === undefined ? '' : ', progress = :progress'}`,
      ConditionExpression: heldBy,
      ExpressionAttributeValues: {
        ...heldValues(lease),
        ':lease': leaseUntil,
        ...(progress === undefined ? {} : { ':progress': progress }),
      },
    });
    return outcome.updated;
  },

  release: async (lease, now) => {
    await updateIf(table, {
      Key: keys.job(lease.accountId, lease.jobId),
      // Without its owner no renewal that is still under way can prolong the lease.
      UpdateExpression: 'SET lease_until = :now, due_at = :now REMOVE lease_owner',
      ConditionExpression: heldBy,
      ExpressionAttributeValues: { ...heldValues(lease), ':now': now },
    });
  },

  end: async (job, end, about) => {
    const refused = await releasingTransaction(
      table,
      {
        accountId: job.accountId,
        now: about.now,
        engineMs: engineMs(job, about.lease === undefined ? job.leaseUntil : about.now),
        chargedAt: end.status === 'failed' && jobErrors[end.error.code].ours ? job.createdAt : undefined,
      },
      endJobItem(table, job, end, about),
    );
    return refused === undefined;
  },
});

/**
 * Seconds after which the results that attempts at a cancelled job stored are deleted: its worker notices within two, and
 * what it is storing then has arrived.
 */
const cancelledResultSeconds = 60;

/** Attempts at a job that a worker claims at the same time. */
const contendedAttempts = 4;

/** Cancelling over the table: a read, and one transaction under the condition that no worker has claimed it since. */
export const cancelStore = (table: Table): CancelStore => ({
  cancel: async (accountId, jobId, now) => {
    for (let attempt = 0; attempt < contendedAttempts; attempt += 1) {
      const job = await readJob(table, accountId, jobId);
      if (job === undefined || !isActive(job)) return job;
      const refused = await releasingTransaction(
        table,
        {
          accountId,
          now,
          engineMs: engineMs(job, Math.min(now, job.leaseUntil ?? now)),
          chargedAt: undefined,
        },
        {
          Update: {
            TableName: table.name,
            Key: keys.job(accountId, jobId),
            UpdateExpression:
              'SET job_status = :cancelled, completed_at = :now, due = :due, due_at = :later REMOVE job_options, source_url, lease_until, lease_owner',
            ConditionExpression: 'job_status IN (:queued, :processing) AND attempts = :attempts',
            ExpressionAttributeValues: {
              ':cancelled': 'cancelled',
              ':queued': 'queued',
              ':processing': 'processing',
              ':attempts': job.attempts,
              ':now': now,
              ':due': 'RESULT' satisfies DueKind,
              ':later': now + cancelledResultSeconds * 1000,
            },
          },
        },
      );
      if (refused === undefined) {
        return {
          ...job,
          status: 'cancelled',
          completedAt: now,
          options: {},
          sourceUrl: undefined,
          leaseUntil: undefined,
        };
      }
    }
    throw new BusyError('The job is contended');
  },
});
