/**
 * Returns a hash that tells contents apart. The first call loads the module: imported, it would take some milliseconds of each start
 * of an engine process.
 */
export const contentHash = (bytes: Uint8Array, encoding: 'base64' | 'hex' = 'base64'): string =>
  process.getBuiltinModule('node:crypto').hash('sha256', bytes, encoding);
