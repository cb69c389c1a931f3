import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { synthesize } from '../../local/assembly.ts';
import { type RunningStack, startStack } from '../../local/stack.ts';
import { launchChromium } from './support/chromium.ts';
import { multipart } from './support/client.ts';
import { openPage, openSection } from './support/dashboard-page.ts';
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
    signUp: 'open',
    deployment: 'gradual',
    pages: 'api',
    api: {
      domain: 'api.example.com',
      certificate: 'arn:aws:acm:us-east-1:111122223333:certificate/12345678-1234-1234-1234-123456789012',
    },
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

test('the API serves the dashboard, with the same headers for its page and its files', async () => {
  const { baseUrl, outputs, endpoints } = stack.describe();
  const page = await fetch(`${baseUrl}/v1/dashboard/`);
  const [path = ''] = /(?<=href=")[^"]+\.css/.exec(await page.text()) ?? [];
  const styles = await fetch(`${baseUrl}${path}`);
  const [font = ''] = /(?<=url\(["']?\.\/)[^"')]+\.woff2/.exec(await styles.text()) ?? [];
  const loaded = await fetch(new URL(font, styles.url));

  expect(path).toMatch(/^\/v1\/dashboard\/assets\//);
  for (const { status, headers } of [page, styles, loaded]) {
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain(
      `connect-src 'self' ${outputs.OidcIssuer}/ ${outputs.OidcIssuer} ${endpoints.s3}`,
    );
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
  }
  expect(styles.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(Buffer.from(await loaded.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2');
  const redirected = await fetch(`${baseUrl}/v1/dashboard`);
  expect([redirected.redirected, redirected.url]).toEqual([true, `${baseUrl}/v1/dashboard/`]);
});

test('a user signs in to the dashboard that the API serves, and creates a key', async () => {
  const { baseUrl, outputs } = stack.describe();
  const browser = await launchChromium();
  try {
    const { page, complaints } = await openPage(browser);
    // Below the stage, as on AWS: its calls have the same prefix.
    await page.goto(`${baseUrl}/v1/dashboard/`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.goto(outputs.DashboardUrl ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill(`${crypto.randomUUID()}@docforge.example`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await openSection(page, 'API keys');

    expect(page.url()).toBe(`${outputs.DashboardUrl}#/keys`);
    expect(await page.getByRole('heading', { name: 'No keys yet' }).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});
