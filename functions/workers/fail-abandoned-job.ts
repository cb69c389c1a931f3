import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { openTable } from '../../lib/aws/dynamodb.ts';
import { toJobMessage } from '../../lib/aws/job-queue.ts';
import { jobStore } from '../../lib/aws/job-store.ts';
import { failAbandonedJob } from '../../lib/jobs/abandoned-job.ts';
import { isCurrent } from '../../lib/jobs/job-steps.ts';

const log = new Logger({ serviceName: 'fail-abandoned-job' });
const store = jobStore(openTable());

/**
 * Fails the jobs of dead letters. Leaves a job alone if a worker has claimed it in the meantime, or ended that step. Logs the other
 * dead letters: a webhook, which the reconciler sends again, and the position of ended jobs in the stream that were not announced,
 * with which an operator repeats them (docs/runbook.md).
 */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const settle = async (record: SQSRecord): Promise<void> => {
    const message = toJobMessage(record.body);
    if (message === undefined)
      return log.error('A dead letter contains no job', { messageId: record.messageId, body: record.body });
    const job = await store.get(message.accountId, message.jobId);
    const ended =
      job !== undefined && isCurrent(message, job) && (await failAbandonedJob(job, store, Date.now()));
    log.warn('A dead letter was processed', { jobId: message.jobId, ended });
  };
  return processPartialResponse(event, settle, new BatchProcessor(EventType.SQS), {
    context,
    throwOnFullBatchFailure: false,
  });
};
