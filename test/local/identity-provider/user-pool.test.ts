import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openIdentityStore } from '../../../local/identity-provider/store.ts';
import { startUserPool } from '../../../local/identity-provider/user-pool.ts';

it('finds a user by the subject, and deletes it with its sessions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docforge-pool-'));
  const store = await openIdentityStore(folder);
  const pool = await startUserPool(store);
  const call = async (operation: string, body: object) => {
    const headers = { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` };
    const response = await fetch(pool.endpoint, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.ok ? response.json() : response.status;
  };
  const find = (subject: string) => call('ListUsers', { Filter: `sub = "${subject}"` });
  for (const subject of ['one', 'other']) {
    store.keepEmail(subject, `${subject}@example.test`, true);
    await store.adapter('Session').upsert(subject, { accountId: subject }, 3600);
  }

  expect(await find('one')).toEqual({ Users: [{ Username: 'one' }] });
  expect(await call('AdminDeleteUser', { Username: 'one' })).toEqual({});

  expect(await find('one')).toEqual({ Users: [] });
  expect(await store.adapter('Session').find('one')).toBeUndefined();
  expect(await find('other')).toEqual({ Users: [{ Username: 'other' }] });
  expect(await store.adapter('Session').find('other')).toEqual({ accountId: 'other' });
  expect(await find('" or sub = "other')).toEqual({ Users: [] });
  expect(await call('ListUserPools', {})).toBe(400);
  await pool.close();
  store.close();
  await rm(folder, { recursive: true });
});
