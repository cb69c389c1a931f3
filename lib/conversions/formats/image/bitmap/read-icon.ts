import { corruptImage } from '../../../backends/sharp/image-errors.ts';
import { decodeIconBitmap, type Pixels } from './decode-bitmap.ts';

const HEADER = 6;
const ENTRY = 16;
const PNG = [0x89, 0x50, 0x4e, 0x47];

/** The picture of an icon, a PNG file or its pixels, and how many the icon has. */
type IconPicture = ({ readonly png: Uint8Array } | { readonly pixels: Pixels }) & {
  readonly count: number;
};

/** Returns the largest picture of an icon; of several, the one with the most colours. A width of 0 is 256. */
export function readIcon(bytes: Uint8Array): IconPicture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER) throw corruptImage();
  const count = Math.min(view.getUint16(4, true), Math.floor((bytes.length - HEADER) / ENTRY));
  let best: { readonly size: number; readonly bits: number; readonly content: Uint8Array } | undefined;
  for (let index = 0; index < count; index += 1) {
    const at = HEADER + index * ENTRY;
    const side = (offset: number): number => view.getUint8(at + offset) || 256;
    const size = side(0) * side(1);
    const bits = view.getUint16(at + 6, true);
    if (best !== undefined && (size < best.size || (size === best.size && bits <= best.bits))) continue;
    const start = view.getUint32(at + 12, true);
    best = { size, bits, content: bytes.subarray(start, start + view.getUint32(at + 8, true)) };
  }
  if (best === undefined) throw corruptImage();
  const { content } = best;
  return PNG.every((byte, at) => content[at] === byte)
    ? { png: content, count }
    : { pixels: decodeIconBitmap(content), count };
}
