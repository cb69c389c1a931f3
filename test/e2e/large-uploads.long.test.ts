import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, expect, test } from 'vitest';
import { largestFileBytes } from '../../lib/plan-table.ts';
import { createClient, multipart } from './support/client.ts';
import { startStackProcess } from './support/stack-process.ts';
import { createTenant, type Tenant } from './support/tenant.ts';

const dataDirectory = await mkdtemp(join(tmpdir(), 'docforge-uploads-'));
const stack = await startStackProcess(dataDirectory, { RETENTION_SECONDS: '600' });
const { baseUrl, credentials, endpoints, outputs, region } = stack.description;

afterAll(async () => {
  await stack.kill().catch(() => undefined);
  await rm(dataDirectory, { recursive: true, force: true });
});

const storedObjects = async ({ accountId }: Tenant): Promise<number> => {
  const client = new S3Client({ region, credentials, endpoint: endpoints.s3, forcePathStyle: true });
  const listed = await client.send(
    new ListObjectsV2Command({ Bucket: outputs.BucketName, Prefix: `accounts/${accountId}/` }),
  );
  client.destroy();
  return listed.KeyCount ?? 0;
};

const operationsOf = async (tenant: Tenant): Promise<number> =>
  (await tenant.call({ path: '/usage', token: await tenant.authorize() })).json.operations.used;

const containerPid = async (): Promise<number> => {
  const { containers } = await stack.describe();
  return Object.values(containers)[0]?.pids[0] ?? 0;
};

/** Starts uploads of 25 MB and sends half of each. */
const beginUploads = async (tenant: Tenant, count: number): Promise<ClientRequest[]> => {
  const token = await tenant.authorize();
  const uploads = Array.from({ length: count }, () => {
    const sent = request(`${baseUrl}/upload`, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    });
    sent.on('error', () => undefined);
    sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
    sent.write(Buffer.alloc(largestFileBytes / 2, 'a'));
    return sent;
  });
  await sleep(500);
  return uploads;
};

const finish = async (sent: ClientRequest): Promise<number> => {
  const answered = once(sent, 'response');
  sent.end(Buffer.concat([Buffer.alloc(largestFileBytes / 2, 'b'), Buffer.from('\r\n--x--\r\n')]));
  const [response] = await answered;
  await text(response);
  return response.statusCode;
};

test('gives a file the retention that the user of the stack sets', async () => {
  const tenant = await createTenant(stack.description);
  const body = multipart([{ name: 'file', filename: 'a.txt', content: 'words' }]);

  const { json } = await tenant.call({ path: '/upload', token: await tenant.authorize(), ...body });

  expect(Date.parse(json.expires_at) - Date.parse(json.created_at)).toBe(600_000);
});

test('ends the uploads that are under way when its container is stopped', async () => {
  const tenant = await createTenant(stack.description);
  const uploads = await beginUploads(tenant, 5);
  const pid = await containerPid();

  process.kill(pid, 'SIGTERM');
  await sleep(300);
  const statuses = await Promise.all(uploads.map(finish));

  expect(statuses).toEqual([201, 201, 201, 201, 201]);
  expect([await operationsOf(tenant), await storedObjects(tenant)]).toEqual([5, 5]);
  await expect.poll(containerPid, { timeout: 60_000 }).not.toBe(pid);
});

test('stores and counts nothing of the uploads that are under way when its container dies', async () => {
  const tenant = await createTenant(stack.description);
  // The container of the test before may have ended just now.
  await tenant.upload(await tenant.authorize(), 'before');
  const uploads = await beginUploads(tenant, 5);
  const lost = Promise.all(uploads.map((sent) => new Promise((resolve) => sent.once('close', resolve))));

  process.kill(await containerPid(), 'SIGKILL');
  await lost;

  expect([await operationsOf(tenant), await storedObjects(tenant)]).toEqual([1, 1]);
  await tenant.upload(await tenant.authorize(), 'after');
  expect([await operationsOf(tenant), await storedObjects(tenant)]).toEqual([2, 2]);
});

test('counts calls without a token by the address of the client, which it cannot forge', async () => {
  const forged = { 'X-Viewer-Address': '203.0.113.9', 'X-Origin-Secret': 'a guess' };
  const call = createClient(baseUrl);
  const direct = createClient(endpoints.api);

  const answers = [];
  for (const each of [call, call, direct, direct]) {
    answers.push(await each({ path: '/authorize', json: { api_key: 'df_live_none' }, headers: forged }));
  }

  expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['9', '8', '9', '8']);
});
