import { inflateSync } from 'node:zlib';
import { imageType } from '../../document/image-store.ts';

// [MS-ODRAW] 2.2.21: image records. Browsers support only JPEG and PNG; metafiles are drawn.
const FIRST_BLIP = 0xf018;
const LAST_BLIP = 0xf117;
// One or two 16-byte identifiers and a byte precede the image.
const MAX_HEADER = 36;
const MAX_RECORDS = 10_000;

const EMF_BLIP = 0xf01a;
const WMF_BLIP = 0xf01b;
// [MS-ODRAW] 2.2.24 and 2.2.25: the instances with two identifiers.
const TWO_IDENTIFIERS: readonly number[] = [0x3d5, 0x217];
const IDENTIFIER_BYTES = 16;
const METAFILE_HEADER = 34;
const UNCOMPRESSED = 0xfe;
const MAX_METAFILE_BYTES = 50_000_000;

/** The file in a metafile record ([MS-ODRAW] 2.2.31); undefined if it is damaged. */
function metafileIn(record: Buffer, instance: number): Uint8Array | undefined {
  const header = TWO_IDENTIFIERS.includes(instance) ? 2 * IDENTIFIER_BYTES : IDENTIFIER_BYTES;
  const begin = header + METAFILE_HEADER;
  if (record.length <= begin) return undefined;
  const bytes = record.subarray(begin);
  if (record.readUInt8(begin - 2) === UNCOMPRESSED) return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_METAFILE_BYTES });
  } catch {
    return undefined;
  }
}

/** The first image in a drawing ([MS-ODRAW] 2.2.1) that browsers support or that is a metafile; undefined if there is none. */
export function imageIn(records: Buffer): Uint8Array | undefined {
  let left = MAX_RECORDS;
  function search(from: number, to: number, depth: number): Uint8Array | undefined {
    for (let at = from; at + 8 <= to && left > 0; left -= 1) {
      const version = records.readUInt16LE(at) & 0xf;
      const type = records.readUInt16LE(at + 2);
      const end = Math.min(to, at + 8 + records.readUInt32LE(at + 4));
      if (type === EMF_BLIP || type === WMF_BLIP) {
        const found = metafileIn(records.subarray(at + 8, end), records.readUInt16LE(at) >> 4);
        if (found !== undefined) return found;
      } else if (type >= FIRST_BLIP && type <= LAST_BLIP) {
        for (let begin = at + 8; begin < Math.min(end, at + 8 + MAX_HEADER); begin += 1) {
          const bytes = records.subarray(begin, end);
          const kind = imageType(bytes.subarray(0, 16));
          if (kind === 'image/png' || kind === 'image/jpeg') return bytes;
        }
      } else if (type === 0xf007) {
        // A BLIP store entry: 36 bytes, then the image record.
        const found = depth < 8 ? search(at + 8 + 36, end, depth + 1) : undefined;
        if (found !== undefined) return found;
      } else if (version === 0xf && depth < 8) {
        const found = search(at + 8, end, depth + 1);
        if (found !== undefined) return found;
      }
      at = end;
    }
    return undefined;
  }
  return search(0, records.length, 0);
}
