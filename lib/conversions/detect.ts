import type { Format } from './formats.ts';

/** The format of a file, decided by its bytes; undefined when it is none that is known. */
export async function detectFormat(bytes: Uint8Array): Promise<Format | undefined> {
  return bytes.length > 0 ? 'text' : undefined;
}
