import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Adapter, AdapterPayload } from 'oidc-provider';

/** The state of the provider, in one file of the data folder. */
export type IdentityStore = {
  /** Returns a setting, undefined if it is not set. */
  readonly setting: (name: string) => string | undefined;
  readonly keepSetting: (name: string, value: string) => void;
  /** E-mail addresses that were entered on the sign-in page, the latest first. */
  readonly typedEmails: (limit: number) => readonly string[];
  readonly keepEmail: (subject: string, email: string, typed: boolean) => void;
  readonly emailOf: (subject: string) => string | undefined;
  /** Deletes a user with the sessions, grants and codes. */
  readonly removeUser: (subject: string) => void;
  /** Sessions, grants and codes, for oidc-provider. */
  readonly adapter: (model: string) => Adapter;
  readonly close: () => void;
};

const schema = `
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS users (subject TEXT PRIMARY KEY, email TEXT NOT NULL, typed_at INTEGER);
  CREATE TABLE IF NOT EXISTS models (
    model TEXT, id TEXT, payload TEXT NOT NULL, grant_id TEXT, uid TEXT, expires_at INTEGER, PRIMARY KEY (model, id)
  );
  CREATE INDEX IF NOT EXISTS models_by_grant ON models (grant_id);
  CREATE INDEX IF NOT EXISTS models_by_uid ON models (model, uid);
`;

/** Opens the store in a folder, which is created if necessary. Only the owner may read the file. */
export async function openIdentityStore(directory: string): Promise<IdentityStore> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, 'identity-provider.sqlite');
  const database = new DatabaseSync(path);
  await chmod(path, 0o600);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  database.exec(schema);
  database.prepare('DELETE FROM models WHERE expires_at < ?').run(Date.now());
  const text = (row: Record<string, unknown> | undefined, name: string): string | undefined => {
    const value = row?.[name];
    return typeof value === 'string' ? value : undefined;
  };
  const getSetting = database.prepare('SELECT value FROM settings WHERE name = ?');
  const putSetting = database.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)');
  const getEmail = database.prepare('SELECT email FROM users WHERE subject = ?');
  const putEmail = database.prepare(
    'INSERT INTO users VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET typed_at = coalesce(excluded.typed_at, typed_at)',
  );
  const deleteUser = database.prepare('DELETE FROM users WHERE subject = ?');
  const deleteModels = database.prepare(
    "DELETE FROM models WHERE json_extract(payload, '$.accountId') = ? OR json_extract(payload, '$.session.accountId') = ? OR json_extract(payload, '$.result.login.accountId') = ?",
  );
  const listTyped = database.prepare(
    'SELECT email FROM users WHERE typed_at IS NOT NULL ORDER BY typed_at DESC LIMIT ?',
  );
  return {
    setting: (name) => text(getSetting.get(name), 'value'),
    keepSetting: (name, value) => {
      putSetting.run(name, value);
    },
    typedEmails: (limit) => listTyped.all(limit).flatMap((row) => text(row, 'email') ?? []),
    keepEmail: (subject, email, typed) => {
      putEmail.run(subject, email, typed ? Date.now() : null);
    },
    emailOf: (subject) => text(getEmail.get(subject), 'email'),
    removeUser: (subject) => {
      deleteModels.run(subject, subject, subject);
      deleteUser.run(subject);
    },
    adapter: (model) => createAdapter(database, model),
    close: () => database.close(),
  };
}

/** @see https://github.com/panva/node-oidc-provider/blob/main/example/my_adapter.js */
function createAdapter(database: DatabaseSync, model: string): Adapter {
  const put = database.prepare('INSERT OR REPLACE INTO models VALUES (?, ?, ?, ?, ?, ?)');
  const byId = database.prepare('SELECT payload, expires_at FROM models WHERE model = ? AND id = ?');
  const byUid = database.prepare('SELECT payload, expires_at FROM models WHERE model = ? AND uid = ?');
  const remove = database.prepare('DELETE FROM models WHERE model = ? AND id = ?');
  const removeGrant = database.prepare('DELETE FROM models WHERE grant_id = ?');
  const read = (row: Record<string, unknown> | undefined): AdapterPayload | undefined => {
    if (typeof row?.payload !== 'string') return undefined;
    return typeof row.expires_at === 'number' && row.expires_at < Date.now()
      ? undefined
      : JSON.parse(row.payload);
  };
  return {
    upsert: async (id, payload, expiresIn) => {
      const expiresAt = expiresIn ? Date.now() + expiresIn * 1000 : null;
      put.run(model, id, JSON.stringify(payload), payload.grantId ?? null, payload.uid ?? null, expiresAt);
    },
    find: async (id) => read(byId.get(model, id)),
    findByUid: async (uid) => read(byUid.get(model, uid)),
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const row = byId.get(model, id);
      const payload = read(row);
      if (payload === undefined) return;
      const expiresAt = typeof row?.expires_at === 'number' ? row.expires_at : null;
      const consumed = JSON.stringify({ ...payload, consumed: Math.floor(Date.now() / 1000) });
      put.run(model, id, consumed, payload.grantId ?? null, payload.uid ?? null, expiresAt);
    },
    destroy: async (id) => {
      remove.run(model, id);
    },
    revokeByGrantId: async (grantId) => {
      removeGrant.run(grantId);
    },
  };
}
