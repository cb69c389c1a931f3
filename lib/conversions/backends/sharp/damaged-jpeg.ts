import type { Sharp } from './load-sharp.ts';

// Markers of ITU-T T.81, table B.1.
const MARKER = 0xff;
const BASELINE = 0xc0;
const EXTENDED = 0xc1;
const START_OF_SCAN = 0xda;
const START = Buffer.from([MARKER, 0xd8]);
const END = Buffer.from([MARKER, 0xd9]);
// A frame header from its marker (T.81, B.2.2): its length, the number of components, and the bytes of one.
const LENGTH_AT = 2;
const COMPONENTS_AT = 9;
const COMPONENT_BYTES = 3;
const COMPONENTS = 4;
const FIRST_UNUSED_ID = 200;
// Any side that is small, to which libjpeg decodes without most of its work.
const SIDE = 64;

const DAMAGE = /premature end|extraneous bytes|bad Huffman code/;

/**
 * Returns a sequential JPEG whose header announces further components without a scan. libjpeg then reads the file to its end
 * before it returns a row, and reports what is left over; otherwise it stops after the last row.
 */
function withFurtherComponents(jpeg: Buffer): Buffer {
  let at = START.length;
  while (at + COMPONENTS_AT < jpeg.length && jpeg[at] === MARKER && jpeg[at + 1] !== START_OF_SCAN) {
    const type = jpeg[at + 1];
    const length = jpeg.readUInt16BE(at + LENGTH_AT);
    if (type === BASELINE || type === EXTENDED) {
      const count = jpeg[at + COMPONENTS_AT] ?? 0;
      const end = at + LENGTH_AT + length;
      const further = Array.from({ length: Math.max(1, COMPONENTS - count) }, (_, index) => [
        ...[FIRST_UNUSED_ID + index, 0x11],
        jpeg[end - 1] ?? 0,
      ]).flat();
      const header = Buffer.concat([jpeg.subarray(at, end), Buffer.from(further)]);
      header.writeUInt16BE(length + further.length, LENGTH_AT);
      header[COMPONENTS_AT] = count + further.length / COMPONENT_BYTES;
      return Buffer.concat([jpeg.subarray(0, at), header, jpeg.subarray(end)]);
    }
    at += LENGTH_AT + length;
  }
  return jpeg;
}

/** Returns an image; a JPEG without its end marker, which libjpeg would refuse, has one added. */
export function withJpegEnd(input: Uint8Array): Uint8Array {
  const jpeg = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const isOpen = jpeg.subarray(0, START.length).equals(START) && !jpeg.subarray(-END.length).equals(END);
  return isOpen ? Buffer.concat([jpeg, END]) : input;
}

/**
 * Returns a warning if an image is a JPEG that can be opened but is cut off, or whose compressed data does not fit its size.
 *
 * @param name what the warning calls the image, which begins its sentence
 */
export async function jpegDamage(sharp: Sharp, input: Uint8Array, name = 'The image'): Promise<string[]> {
  const jpeg = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  if (!jpeg.subarray(0, START.length).equals(START)) return [];
  try {
    // Only the marker of its end may be missing.
    const ended = Buffer.concat([withFurtherComponents(jpeg), END]);
    await sharp(ended, { failOn: 'warning', limitInputPixels: false })
      .resize(SIDE, SIDE, { fit: 'fill' })
      .pipelineColourspace('cmyk')
      .raw()
      .toBuffer();
  } catch (error) {
    if (error instanceof Error && DAMAGE.test(error.message))
      return [`${name} is damaged: parts of it are missing or wrong. Export or download it again.`];
  }
  return [];
}
