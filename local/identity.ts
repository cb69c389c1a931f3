import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from './function-host/environment.ts';
import { isRecord } from './template/json.ts';
import { writeAtomically } from './write-atomically.ts';

/** What a data folder keeps so that signed URLs outlive a restart: the key that signs, and where S3 listened. */
export type Identity = { readonly credentials: Credentials; readonly s3Port: number };

/** Reads a data folder's identity, or invents one; `s3Port` is 0 while S3 has never listened. */
export async function readIdentity(directory: string): Promise<Identity> {
  try {
    const value: unknown = JSON.parse(await readFile(join(directory, 'identity.json'), 'utf8'));
    if (isRecord(value) && typeof value.s3Port === 'number' && isRecord(value.credentials)) {
      const { accessKeyId, secretAccessKey } = value.credentials;
      if (typeof accessKeyId === 'string' && typeof secretAccessKey === 'string') {
        return { credentials: { accessKeyId, secretAccessKey }, s3Port: value.s3Port };
      }
    }
  } catch {
    // The folder is new.
  }
  const credentials = {
    accessKeyId: `AKIALOCAL${randomBytes(6).toString('hex').slice(0, 11).toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
  return { credentials, s3Port: 0 };
}

/** Keeps an identity in a data folder, readable by its owner only. */
export async function writeIdentity(directory: string, identity: Identity): Promise<void> {
  await writeAtomically(join(directory, 'identity.json'), `${JSON.stringify(identity)}\n`);
}
