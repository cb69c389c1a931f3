import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { synthesize } from '../../local/assembly.ts';
import { localSettings } from '../../local/local-settings.ts';
import { type RunningStack, startStack } from '../../local/stack.ts';
import { multipart } from './support/client.ts';
import { simplePdf } from './support/documents.ts';
import { createTenant, type Tenant } from './support/tenant.ts';

const root = join(import.meta.dirname, '..', '..');

let folder: string;
let stack: RunningStack;
let tenant: Tenant;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-deployment-'));
  const { directory } = await synthesize(root, join(root, 'build', 'assembly-deployment'), {
    ...localSettings,
    deployment: 'gradual',
  });
  stack = await startStack({
    assemblyDirectory: directory,
    dataDirectory: join(folder, 'data'),
    port: 0,
    graceMilliseconds: 0,
  });
  tenant = await createTenant(stack.describe());
  token = await tenant.authorize();
});

afterAll(async () => {
  await stack?.close();
  await rm(folder, { recursive: true, force: true });
});

test('the API, queues and calls invoke functions by their aliases', async () => {
  const sent = multipart([
    { name: 'file', filename: 'a.pdf', content: simplePdf(['By its alias']) },
    { name: 'to', content: 'text' },
  ]);

  const inOneCall = await tenant.call({
    path: '/convert',
    token,
    ...sent,
    headers: { ...sent.headers, prefer: 'wait=25', accept: 'application/octet-stream' },
  });
  const fileId = await tenant.upload(token, simplePdf(['By its queue']), 'b.pdf');
  const job = await tenant.finish(
    token,
    await tenant.submit(token, '/convert', { file_id: fileId, to: 'text' }),
  );

  expect([inOneCall.status, inOneCall.bytes.toString()]).toEqual([
    200,
    expect.stringContaining('By its alias'),
  ]);
  expect((await tenant.download(job)).toString()).toContain('By its queue');
  const { grants, refusals } = stack.access.record.summary();
  const invoked = Object.entries(grants).filter(([, count]) => count > 0);
  expect(invoked.filter(([name]) => name.includes('InvokeFunction')).map(([name]) => name)).toEqual([
    expect.stringMatching(
      /^ConvertFunction\w+ lambda:InvokeFunction function:DocForge-ConvertDocumentFunction\w+:live$/,
    ),
  ]);
  expect(refusals).toEqual({});
});
