import type { CompoundFile } from '../../shared/compound-file/open-compound.ts';

// [MS-PPT] 2.3.2: offset and value of the header token of an encrypted presentation.
const TOKEN_AT = 12;
const ENCRYPTED_TOKEN = 0xf3d1c4df;

/** Whether the file is an encrypted presentation. */
export function isEncryptedPresentation(file: CompoundFile): boolean {
  const user = file('Current User');
  return user !== undefined && user.length >= 20 && user.readUInt32LE(TOKEN_AT) === ENCRYPTED_TOKEN;
}
