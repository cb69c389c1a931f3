import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../../lib/api/route.ts';
import { routes } from '../../lib/api/routes.ts';
import type { ApiFunction } from '../../lib/http/api-handler.ts';
import { callFunction, filePart, type TestRequest } from '../support/api-event.ts';
import { submitJob } from '../support/jobs.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createTenant, type TestTenant } from '../support/tenant.ts';

let service: TestService;
let tenant: TestTenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service.table);
});

afterAll(() => service.close());

const newJobId = async (): Promise<string> => (await submitJob(service.table, tenant, Date.now())).jobId;
const newFileId = async (): Promise<string> => {
  const { handler } = await import('../../functions/api/upload.ts');
  const { json } = await callFunction(handler, { token: await tenant.newToken(), ...filePart('Some text.') });
  return json.file_id;
};

const receiver = { json: { url: 'https://hooks.example/docforge' } };
const newWebhookId = async (): Promise<string> => {
  const { handler } = await import('../../functions/api/create-webhook.ts');
  const { json } = await callFunction(handler, { token: await tenant.newToken(), ...receiver });
  return json.webhook_id;
};
const newDeliveryIds = async (): Promise<Pick<TestRequest, 'id' | 'deliveryId'>> => {
  const { handler } = await import('../../functions/api/test-webhook.ts');
  const id = await newWebhookId();
  const { json } = await callFunction(handler, { token: await tenant.newToken(), id });
  return { id, deliveryId: json.delivery_id };
};

/** A request that each endpoint with a bearer token accepts. */
const requests: Readonly<Record<string, () => Promise<TestRequest>>> = {
  upload: async () => filePart('Some text.'),
  createUpload: async () => ({ json: { filename: 'a.txt', size_bytes: 10 } }),
  convert: async () => ({ json: { file_id: await newFileId(), to: 'markdown' } }),
  extract: async () => ({ json: { file_id: await newFileId() } }),
  getJob: async () => ({ id: await newJobId() }),
  getResult: async () => ({ id: await newJobId() }),
  getFile: async () => ({ id: await newFileId() }),
  listFiles: async () => ({}),
  deleteFile: async () => ({ id: await newFileId() }),
  deleteJob: async () => ({ id: await newJobId() }),
  listJobs: async () => ({}),
  cancelJob: async () => ({ id: await newJobId() }),
  getFormats: async () => ({}),
  getUsage: async () => ({}),
  createWebhook: async () => receiver,
  listWebhooks: async () => ({}),
  getWebhook: async () => ({ id: await newWebhookId() }),
  updateWebhook: async () => ({ id: await newWebhookId(), ...receiver }),
  rotateAccountSecret: async () => ({}),
  enableWebhook: async () => ({ id: await newWebhookId() }),
  rotateWebhookSecret: async () => ({ id: await newWebhookId() }),
  testWebhook: async () => ({ id: await newWebhookId() }),
  listDeliveries: async () => ({ id: await newWebhookId() }),
  resendDelivery: newDeliveryIds,
  deleteWebhook: async () => ({ id: await newWebhookId() }),
};

const endpoints = Object.entries<Route>(routes).filter(([, { access }]) => access === 'token');

test.each(endpoints)('%s charges an operation if its route counts as one', async (name, route) => {
  const request = await (requests[name] ?? expect.fail)();
  const { handler }: { handler: ApiFunction } = await import(`../../functions/api/${route.function}.ts`);
  const { operations: before } = await tenant.account();

  const { status } = await callFunction(handler, { ...request, token: await tenant.newToken() });

  // The job is still queued, so it has no result and cannot be deleted.
  expect(status).toBe(['getResult', 'deleteJob'].includes(name) ? 409 : route.success.status);
  const { operations: after } = await tenant.account();
  expect(after - before).toBe(route.countsAsOperation ? 1 : 0);
});
