import type { FileTypeResult } from 'file-type';

// Enough for file-type to recognize nearly all of its types. With more, nested headers such as ID3 tags or gzip streams
// could make detection arbitrarily expensive.
const SIGNATURE_BYTES = 4100;

// Formats that file-type identifies by the structure after the signature. It limits its own work in each: 1024 entries
// and 1 MB of data descriptors in ZIP, 512 chunks in PNG, 512 tags in TIFF.
const STRUCTURED = ['PK', '\x89PNG', 'II', 'MM'];

/** The bytes passed to file-type. */
function signatureBytes(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  return STRUCTURED.some((signature) => start.startsWith(signature))
    ? bytes
    : bytes.subarray(0, SIGNATURE_BYTES);
}

/** The type of a file by its signature; undefined if it has none that is known. */
export async function signatureType(bytes: Uint8Array): Promise<FileTypeResult | undefined> {
  // A request for a stored file, whose type is known, does not wait for the library.
  const { fileTypeFromBuffer } = await import('file-type');
  return await fileTypeFromBuffer(signatureBytes(bytes)).catch(() => undefined);
}
