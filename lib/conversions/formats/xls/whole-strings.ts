const HEADER_BYTES = 3;
const WIDE = 1;
const EXTENDED = 4;
const RICH = 8;

/**
 * Whether all strings of a shared string table ([MS-XLS] 2.4.265) end within it. SheetJS treats a length past its end as
 * unbounded.
 *
 * @param parts the table's record and its continuation records; one that continues a string starts with a byte for the
 *   character width
 */
export function hasWholeStrings(parts: readonly Buffer[]): boolean {
  const table = Buffer.concat(parts);
  if (table.length < 8) return false;
  const starts: number[] = [];
  let end = 0;
  for (const part of parts) {
    starts.push(end);
    end += part.length;
  }
  let next = 0;
  /** Returns the end offset of a string, infinite if it is past the table. */
  const skipText = (from: number, characters: number, isWide: boolean): number => {
    let [at, remaining, width] = [from, characters, isWide ? 2 : 1];
    while (remaining > 0 && at < end) {
      while ((starts[next] ?? end) < at) next += 1;
      if (starts[next] === at) {
        width = table[at] === 0 ? 1 : 2;
        at += 1;
        next += 1;
        continue;
      }
      const fitting = Math.min(remaining, Math.ceil(((starts[next] ?? end) - at) / width));
      at += fitting * width;
      remaining -= fitting;
    }
    return remaining > 0 ? Number.POSITIVE_INFINITY : at;
  };
  const strings = table.readUInt32LE(4);
  let at = 8;
  for (let read = 0; read < strings && at < end; read += 1) {
    if (at + HEADER_BYTES > end) return false;
    const characters = table.readUInt16LE(at);
    const flags = table.readUInt8(at + 2);
    at += HEADER_BYTES;
    const [runsAt, extensionAt] = [at, at + (flags & RICH ? 2 : 0)];
    at = extensionAt + (flags & EXTENDED ? 4 : 0);
    if (at > end) return false;
    const trailingBytes =
      (flags & RICH ? 4 * table.readUInt16LE(runsAt) : 0) +
      (flags & EXTENDED ? table.readUInt32LE(extensionAt) : 0);
    at = skipText(at, characters, (flags & WIDE) !== 0);
    if (at > end) return false;
    // Not checked for the last string: SheetJS does not read what follows its characters.
    at += trailingBytes;
  }
  return true;
}
