import { marshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { readJob } from '../../lib/aws/job-read-store.ts';
import { webhookStore } from '../../lib/aws/webhook-store.ts';
import { createWebhook } from '../../lib/webhooks/manage-webhooks.ts';
import { requestId } from '../support/api-event.ts';
import { jobItem } from '../support/jobs.ts';
import { changeItem } from '../support/table.ts';
import { call, service, tenant, token, uploadFile, useApi } from './use-api.ts';

useApi();

test('the id of a request follows its job into the item, the message and the webhook', async () => {
  const { accountId, apiKey } = tenant;
  const receiver = { accountId, url: 'https://receiver.invalid/', events: ['job.failed'] } as const;
  const { webhookId } = await createWebhook(receiver, webhookStore(service.table), Date.now() - 1000);
  const json = { file_id: await uploadFile(), to: 'pdf' };

  const { job_id: jobId } = (await call('convert', { method: 'POST', token, json })).json;
  const job = await readJob(service.table, accountId, jobId);
  expect(job).toMatchObject({ requestId, keyLastFour: apiKey.slice(-4) });
  expect(await service.takeMessages()).toContainEqual(
    expect.objectContaining({ job_id: jobId, request_id: requestId }),
  );

  await changeItem(
    service.table,
    { pk: `ACCOUNT#${accountId}#JOBS`, sk: `JOB#${jobId}` },
    { job_status: 'failed', completed_at: Date.now() + 1 },
  );
  const { handler } = await import('../../functions/workers/announce-job.ts');
  const announce: (event: DynamoDBStreamEvent, context: Context) => Promise<DynamoDBBatchResponse> = handler;
  const NewImage = marshall((await jobItem(service.table, { accountId, jobId })) ?? {});
  await announce(
    { Records: [{ eventName: 'MODIFY', dynamodb: { NewImage } }] } as unknown as DynamoDBStreamEvent,
    {} as Context,
  );
  const deliveries = await webhookStore(service.table).listDeliveries(accountId, webhookId, 1, Date.now());
  expect(deliveries).toMatchObject([{ jobId, requestId }]);
});
