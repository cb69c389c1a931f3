import { jobErrors } from '../conversions/errors.ts';
import { engineMs, type Job } from '../jobs/job.ts';
import { maxAttemptsOf } from '../jobs/job-steps.ts';
import type { EndDetails, JobEnd, JobStore, Lease } from '../jobs/job-store.ts';
import { firstCheckSeconds } from '../jobs/job-times.ts';
import type { DueKind } from '../table-layout.ts';
import { updateIf } from './conditional-update.ts';
import { readFile } from './file-store.ts';
import { activeAttributes, toJob } from './job-item.ts';
import { readJob } from './job-read-store.ts';
import { releasingTransaction } from './releasing-transaction.ts';
import { keys, type Table } from './table.ts';
import type { TransactItem } from './transaction.ts';

const leaseIsHeld = 'job_status = :processing AND lease_owner = :owner AND attempts = :attempt';

const leaseValues = ({ owner, attempt }: Lease) => ({
  ':processing': 'processing',
  ':owner': owner,
  ':attempt': attempt,
});

/** Moves the job's item to a terminal state. Schedules its results for deletion, if there may be any. */
const endJobItem = (
  table: Table,
  job: Job,
  end: JobEnd,
  { lease, report, now, from }: EndDetails,
): TransactItem => {
  const complete = end.status === 'complete';
  // A lost attempt may have stored a result, which the reconciler deletes.
  const leavesResults = !complete && job.attempts > (lease === undefined ? 0 : 1);
  const sets = [
    'job_status = :status, completed_at = :now, #report = :report',
    from === undefined ? '' : ', source_format = :from',
    complete
      ? ', job_output = :output, expires_at = :expires, due = :due, due_at = :expires'
      : ', job_error = :error',
    leavesResults ? ', due = :due, due_at = :now' : '',
    complete && end.delivery !== undefined ? ', delivery = :delivery' : '',
  ].join('');
  return {
    Update: {
      TableName: table.name,
      Key: keys.job(job.accountId, job.jobId),
      UpdateExpression: `SET ${sets} REMOVE ${activeAttributes}${complete || leavesResults ? '' : ', due, due_at'}`,
      ConditionExpression:
        lease === undefined
          ? 'attempts = :attempt AND (job_status = :queued OR (job_status = :processing AND lease_until <= :now))'
          : leaseIsHeld,
      ExpressionAttributeNames: { '#report': 'report' },
      ExpressionAttributeValues: {
        ':status': end.status,
        ':now': now,
        ':report': report ?? {},
        ...(from === undefined ? {} : { ':from': from }),
        ...(complete
          ? { ':output': end.output, ':expires': end.expiresAt, ':due': 'RESULT' satisfies DueKind }
          : { ':error': end.error }),
        ...(complete && end.delivery !== undefined ? { ':delivery': end.delivery } : {}),
        ...(leavesResults ? { ':due': 'RESULT' satisfies DueKind } : {}),
        ...(lease === undefined
          ? { ':attempt': job.attempts, ':queued': 'queued', ':processing': 'processing' }
          : leaseValues(lease)),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/** The jobs of workers and the reconciler in the table. */
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
      ConditionExpression: [
        'attempts < :max AND (job_status = :queued OR (job_status = :processing AND lease_until <= :now))',
        // The step that was read is still the current one. A job stored before every job had steps has one.
        ' AND (attribute_not_exists(step_results) OR size(step_results) = :done)',
      ].join(''),
      ExpressionAttributeValues: {
        ':processing': 'processing',
        ':queued': 'queued',
        ':one': 1,
        ':owner': owner,
        ':lease': leaseUntil,
        ':now': now,
        ':max': maxAttemptsOf(job),
        ':done': job.steps.done.length,
        ':worked': engineMs(job, job.leaseUntil),
        ...(from === undefined ? {} : { ':from': from }),
      },
    });
    // If the response to a claim is lost, the retry is refused, but the stored owner shows that the claim succeeded.
    if (!outcome.updated && outcome.item?.lease_owner !== owner) return undefined;
    return toJob(outcome.item);
  },

  renew: async (lease, leaseUntil, progress) => {
    const outcome = await updateIf(table, {
      Key: keys.job(lease.accountId, lease.jobId),
      UpdateExpression: `SET lease_until = :lease, due_at = :lease${progress === undefined ? '' : ', progress = :progress'}`,
      ConditionExpression: leaseIsHeld,
      ExpressionAttributeValues: {
        ...leaseValues(lease),
        ':lease': leaseUntil,
        ...(progress === undefined ? {} : { ':progress': progress }),
      },
    });
    return outcome.updated;
  },

  release: async (lease, now) => {
    await updateIf(table, {
      Key: keys.job(lease.accountId, lease.jobId),
      // Without an owner, a renewal still in flight cannot extend the lease.
      UpdateExpression: 'SET lease_until = :now, due_at = :now REMOVE lease_owner',
      ConditionExpression: leaseIsHeld,
      ExpressionAttributeValues: { ...leaseValues(lease), ':now': now },
    });
  },

  advance: async (job, result, { lease, now, from }) => {
    const outcome = await updateIf(table, {
      Key: keys.job(lease.accountId, lease.jobId),
      UpdateExpression: [
        'SET step_results = :results, lease_until = :now, due_at = :check',
        from === undefined ? '' : ', source_format = :from',
        ' REMOVE lease_owner, progress',
      ].join(''),
      ConditionExpression: leaseIsHeld,
      ExpressionAttributeValues: {
        ...leaseValues(lease),
        ':results': [...job.steps.done, result],
        ':now': now,
        ':check': now + firstCheckSeconds * 1000,
        ...(from === undefined ? {} : { ':from': from }),
      },
    });
    if (outcome.updated) return toJob(outcome.item);
    // If the response was lost, the retry is refused, but the stored result shows that the job has advanced.
    const stored = outcome.item === undefined ? undefined : toJob(outcome.item);
    return stored?.steps.done.some(({ attempt }) => attempt === lease.attempt) ? stored : undefined;
  },

  end: (job, end, details) =>
    releasingTransaction(
      table,
      {
        accountId: job.accountId,
        now: details.now,
        engineMs: engineMs(job, details.lease === undefined ? job.leaseUntil : details.now),
        operations: job.steps.list.length,
        chargedAt:
          end.status === 'failed' && jobErrors[end.error.code].serviceFault ? job.createdAt : undefined,
      },
      endJobItem(table, job, end, details),
    ),
});
