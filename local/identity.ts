import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from './function-host/environment.ts';
import { isRecord } from './template/json.ts';
import { writeAtomically } from './write-atomically.ts';

/** The signing key and the S3 port of a data folder, kept so that signed URLs stay valid after a restart. */
type Identity = { readonly credentials: Credentials; readonly s3Port: number };

/** Reads a data folder's identity, or creates one. `s3Port` is 0 before the first start of S3. */
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
    // A new folder has none.
  }
  const credentials = {
    accessKeyId: `AKIALOCAL${randomBytes(6).toString('hex').slice(0, 11).toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
  return { credentials, s3Port: 0 };
}

/** Writes the identity to a data folder. Only the owner may read the file. */
export async function writeIdentity(directory: string, identity: Identity): Promise<void> {
  await writeAtomically(join(directory, 'identity.json'), `${JSON.stringify(identity)}\n`);
}
