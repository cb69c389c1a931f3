import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DocForge, type DocForgeSettings } from '../../client/docforge.ts';
import type { Job, File as StoredFile, Usage } from '../../client/types.ts';
import { largestFileBytes } from '../../lib/plan-table.ts';
import { itLong } from '../support/long-run.ts';
import { startBreakingProxy } from './support/breaking-proxy.ts';
import { simplePdf } from './support/documents.ts';
import { sharedTenant } from './support/shared-tenant.ts';
import { createTenant } from './support/tenant.ts';

const stack = inject('stack');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docforge-client-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A client of a new account, with tokens from an address of its own: one may authorize only ten times a minute. */
const clientOf = async (settings: Partial<DocForgeSettings> = {}) => {
  const tenant = await createTenant(stack);
  const docforge = new DocForge({
    accessToken: tenant.authorize,
    baseUrl: stack.baseUrl,
    ...settings,
  } as DocForgeSettings);
  return { tenant, docforge };
};

const listed = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
};

test('signs in with a key, converts a file with any name, and saves the result under it', async () => {
  const tenant = await sharedTenant();
  const docforge = new DocForge({ apiKey: tenant.apiKey, baseUrl: `${stack.baseUrl}/` });
  const path = join(folder, `Übersicht "1" & 'zwei' (日本).txt`);
  await writeFile(path, 'Grüße\n');

  const result = await docforge.convert(path, { to: 'html' });
  const saved = await result.save(`${folder}/`);

  expect(saved).toBe(join(folder, `Übersicht "1" & 'zwei' (日本).html`));
  expect(await readFile(saved, 'utf8')).toContain('Grüße');
  expect(await readdir(folder)).toHaveLength(2);
  expect(result).toMatchObject({
    mimeType: 'text/html; charset=utf-8',
    job: { status: 'complete', from: 'text' },
  });
});

itLong('extracts, reports progress, and lists and deletes what it made', async () => {
  const { docforge } = await clientOf();
  const states: string[] = [];

  const result = await docforge.extract(simplePdf(['Page one', 'Page two']), {
    format: 'text',
    options: { pages: '2' },
    filename: 'two.pdf',
    onProgress: ({ status }) => states.push(status),
  });

  expect(await result.text()).toContain('Page two');
  expect(await result.text()).not.toContain('Page one');
  expect(states.at(-1)).toBe('complete');
  const { job_id, file_id } = result.job;
  expect((await listed<Job>(docforge.jobs())).map((job) => job.job_id)).toEqual([job_id]);
  expect((await listed<StoredFile>(docforge.files())).map((file) => file.file_id)).toEqual([file_id]);
  await docforge.deleteJob(job_id);
  await docforge.deleteFile(file_id ?? '');
  expect(await listed<StoredFile>(docforge.files())).toEqual([]);
  await expect(result.bytes()).rejects.toMatchObject({ code: 'result_expired' });
});

itLong('uploads what the API does not accept directly to storage', async () => {
  const paths: string[] = [];
  const { docforge } = await clientOf({
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const { pathname } = new URL(url);
      paths.push(pathname);
      if (pathname !== '/usage') return response;
      // As a deployment without large uploads.
      const usage = (await response.json()) as Usage;
      return Response.json({ ...usage, files: { ...usage.files, max_upload_bytes: 4_500_000 } });
    },
  });
  const line = 'The quick brown fox jumps over the lazy dog.\n';
  const largest = join(folder, 'largest "ä".txt');
  await writeFile(largest, line.repeat(largestFileBytes / line.length + 1).slice(0, largestFileBytes));

  const fileId = await docforge.upload(largest);
  const result = await docforge.extract({ fileId }, { format: 'metadata' });

  expect(result.job.report?.input?.size_bytes).toBe(largestFileBytes);
  expect((await docforge.file(fileId)).filename).toBe('largest "ä".txt');
  expect(paths).not.toContain('/upload');
  await writeFile(largest, Buffer.alloc(largestFileBytes + 1, 'a'));
  await expect(docforge.upload(largest)).rejects.toMatchObject({ code: 'file_too_large', status: undefined });
});

test('throws the error of a document, of a request and of a key', async () => {
  const { docforge } = await clientOf();
  const stranger = new DocForge({ apiKey: `df_live_${'A'.repeat(32)}`, baseUrl: stack.baseUrl });

  await expect(docforge.convert(Buffer.from('%PDF-1.4\ngarbage'), { to: 'text' })).rejects.toMatchObject({
    name: 'JobFailedError',
    code: 'corrupt_document',
    job: { status: 'failed' },
  });
  await expect(docforge.convert(new Uint8Array(), { to: 'text' })).rejects.toMatchObject({
    code: 'empty_file',
  });
  await expect(docforge.convert(Buffer.from('text'), { to: 'mp3' })).rejects.toMatchObject({
    status: 422,
    requestId: expect.any(String),
  });
  await expect(stranger.usage()).rejects.toMatchObject({ code: 'invalid_api_key', status: 401 });
});

itLong('waits for slots: more conversions at once than the plan has', async () => {
  const tenant = await createTenant(stack, 'free');
  const docforge = new DocForge({ accessToken: tenant.authorize, baseUrl: stack.baseUrl });

  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) => docforge.convert(Buffer.from(`Text ${index}`), { to: 'html' })),
  );

  expect(await Promise.all(results.map((result) => result.text()))).toEqual(
    Array.from({ length: 8 }, (_, index) => expect.stringContaining(`Text ${index}`)),
  );
});

itLong('submits once if responses are lost', async () => {
  let lost = 0;
  const proxy = await startBreakingProxy(stack.baseUrl, () => {
    lost += 1;
    return lost <= 2;
  });
  const { docforge } = await clientOf({ baseUrl: proxy.endpoint });

  const result = await docforge.convert(Buffer.from('Once'), { to: 'html' });

  expect(await result.text()).toContain('Once');
  expect(lost).toBeGreaterThan(2);
  expect((await docforge.usage()).operations.used).toBe(2);
  await proxy.close();
});
