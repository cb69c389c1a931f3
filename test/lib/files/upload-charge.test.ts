import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { routes } from '../../../lib/api/routes.ts';
import { fileStore } from '../../../lib/aws/file-store.ts';
import { contentOf } from '../../../lib/files/content.ts';
import { fileObjectKey } from '../../../lib/files/file.ts';
import { formatDetector } from '../../../lib/files/format-detector.ts';
import type { ObjectStore } from '../../../lib/files/objects.ts';
import { storeUpload } from '../../../lib/files/upload.ts';
import { operationOf } from '../../../lib/limits/operation.ts';
import { limitsOf } from '../../../lib/plans.ts';
import { allItems, startTestTable, type TestTable } from '../../support/table.ts';
import { createTenant, type TestTenant } from '../../support/tenant.ts';

const start = Date.UTC(2026, 10, 30, 23);

let database: TestTable;
let tenant: TestTenant;
let stored: Map<string, Uint8Array>;

beforeAll(async () => {
  database = await startTestTable();
});

afterAll(() => database.close());

beforeEach(async () => {
  tenant = await createTenant(database.table, 'free', start);
  stored = new Map();
});

const objects: Pick<ObjectStore, 'put' | 'signDownload'> = {
  put: async (key, bytes) => void stored.set(key, bytes),
  signDownload: async (key) => key,
};

const operation = () => operationOf(routes.upload, { accountId: tenant.accountId, limits: limitsOf('free') });

const leftovers: string[] = [];
beforeEach(() => leftovers.splice(0));

const upload = (over: Partial<typeof objects> = {}, now = start) =>
  storeUpload(
    { operation: operation(), filename: 'a.txt', content: contentOf(Buffer.from('Some plain text.')) },
    {
      files: fileStore(database.table),
      objects: { ...objects, ...over } as ObjectStore,
      formats: formatDetector,
      retentionSeconds: 7200,
      onLeftover: (_, __, what) => leftovers.push(what),
    },
    now,
  );

const away = new Error('The storage is away');
const dead = { put: () => Promise.reject(away) };

it('reaches storage only if the month has an operation left', async () => {
  await tenant.change({ operations: 49 });

  await upload();
  const refused = upload({ put: () => Promise.reject(new Error('Storage was asked')) });

  await expect(refused).rejects.toMatchObject({ code: 'monthly_limit_reached' });
  expect(stored.size).toBe(1);
});

it('is refunded if the file could not be stored, which then does not exist', async () => {
  await expect(upload(dead)).rejects.toBe(away);

  expect(await tenant.account()).toMatchObject({ operations: 0, refunds: 1 });
  expect(await tenant.days()).toEqual({ '2026-11-30': 0 });
});

it('has its object deleted by the reconciler if the response of storage was lost', async () => {
  const lost: typeof objects.put = async (key, bytes) => {
    stored.set(key, bytes);
    throw away;
  };

  await expect(upload({ put: lost })).rejects.toBe(away);

  const items = await allItems(database.table);
  const item = items.find(({ file_id: fileId }) =>
    stored.has(fileObjectKey(tenant.accountId, String(fileId))),
  );
  expect(item).toMatchObject({ due: expect.stringMatching(/^FILE#/), due_at: start, expires_at: start });
  expect(await tenant.account()).toMatchObject({ operations: 0 });
});

it('is refunded only as often as the plan allows', async () => {
  for (let index = 0; index < 6; index += 1) await expect(upload(dead)).rejects.toBe(away);

  expect(await tenant.account()).toMatchObject({ operations: 1, refunds: 5 });
});

it('reports the storage error even if the refund fails too', async () => {
  const files = {
    ...fileStore(database.table),
    discard: () => Promise.reject(new Error('The table is away')),
  };
  const dependencies = {
    files,
    objects: { ...objects, ...dead } as Partial<ObjectStore> as ObjectStore,
    formats: formatDetector,
    retentionSeconds: 7200,
    onLeftover: (_: unknown, __: unknown, what: string) => leftovers.push(what),
  };

  const failed = storeUpload(
    { operation: operation(), filename: 'a.txt', content: contentOf(Buffer.from('Some plain text.')) },
    dependencies,
    start,
  );

  await expect(failed).rejects.toBe(away);
  expect(leftovers).toEqual(['refunded']);
});
