import { type FileTypeResult, fileTypeFromBuffer } from 'file-type';

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
export const signatureType = (bytes: Uint8Array): Promise<FileTypeResult | undefined> =>
  fileTypeFromBuffer(signatureBytes(bytes)).catch(() => undefined);
