import { recordsIn, types } from './ppt-records.ts';

// Each is a number and a value of 4 bytes. [MS-ODRAW] 2.2.7: bits 14 and 15 of the number are flags.
const ENTRY_BYTES = 6;
const NUMBER_BITS = 0x3fff;
const COMPLEX = 0x8000;

/** The value of an option of a shape ([MS-ODRAW] 2.2.9 and 2.2.11); undefined if the shape does not set it. */
export function shapeOption(
  shape: Buffer,
  table: 'options' | 'tertiaryOptions',
  number: number,
): number | undefined {
  for (const { type, instance, body } of recordsIn(shape)) {
    if (type !== types[table]) continue;
    for (let at = 0; at < instance * ENTRY_BYTES && at + ENTRY_BYTES <= body.length; at += ENTRY_BYTES)
      if ((body.readUInt16LE(at) & NUMBER_BITS) === number) return body.readUInt32LE(at + 2);
  }
  return undefined;
}

// [MS-ODRAW] 2.3.4.44: Group Shape Boolean Properties.
const GROUP_SHAPE_FLAGS = 0x3bf;
const HIDDEN = 0x2;
const USES_HIDDEN = 0x2_0000;

/** Whether the program hides a shape. */
export function isHiddenShape(shape: Buffer): boolean {
  const flags = shapeOption(shape, 'options', GROUP_SHAPE_FLAGS) ?? 0;
  return (flags & HIDDEN) !== 0 && (flags & USES_HIDDEN) !== 0;
}

/** The text of an option ([MS-ODRAW] 2.3.1), which follows the table in the order of the entries; empty if the shape does not set it. */
export function shapeText(shape: Buffer, number: number): string {
  for (const { type, instance, body } of recordsIn(shape)) {
    if (type !== types.options) continue;
    let content = instance * ENTRY_BYTES;
    for (let at = 0; at < instance * ENTRY_BYTES && at + ENTRY_BYTES <= body.length; at += ENTRY_BYTES) {
      const head = body.readUInt16LE(at);
      if ((head & COMPLEX) === 0) continue;
      const end = content + body.readUInt32LE(at + 2);
      if ((head & NUMBER_BITS) === number)
        return body.subarray(content, end).toString('utf16le').split('\0', 1)[0] ?? '';
      content = end;
    }
  }
  return '';
}
