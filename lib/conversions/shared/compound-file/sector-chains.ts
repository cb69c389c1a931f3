import { corruptOle } from './corrupt-file.ts';

// [MS-CFB] 2.2: header offsets and valid values.
const SECTOR_SHIFT = 30;
const MORE_TABLES = 68;
const TABLES = 76;
const TABLES_IN_HEADER = 109;
const sectorShifts: readonly number[] = [9, 12];
/** [MS-CFB] 2.1: values from here on mark a free sector or the end of a chain. */
const NO_SECTOR = 0xfffffffa;

/** Sectors of one size and the table that chains them. */
export interface Sectors {
  readonly count: number;
  readonly at: (sector: number) => Buffer;
  readonly after: (sector: number) => number;
}

/**
 * Yields the sectors of a chain. Throws `corrupt_document` if it leaves the file or has a cycle, so that no chain is longer
 * than the file.
 */
export function* sectorsOf(sectors: Sectors, start: number): Generator<Buffer> {
  const seen = new Uint8Array(sectors.count);
  for (let sector = start; sector < NO_SECTOR; sector = sectors.after(sector)) {
    if (sector >= sectors.count || seen[sector] === 1) throw corruptOle();
    seen[sector] = 1;
    yield sectors.at(sector);
  }
}

/** Reads the first `length` bytes of a chain, by default all. Throws as {@link sectorsOf}. */
export function readChain(sectors: Sectors, start: number, length = Number.POSITIVE_INFINITY): Buffer {
  const parts: Buffer[] = [];
  let bytes = 0;
  if (length <= 0) return Buffer.alloc(0);
  for (const part of sectorsOf(sectors, start)) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= length) break;
  }
  return Buffer.concat(parts, Math.min(bytes, length));
}

/** Looks up the next sector in tables of 32-bit numbers. A chain ends if its table is truncated. */
const nextSector = (tableAt: (index: number) => Buffer | undefined, perTable: number) => (sector: number) => {
  const table = tableAt(Math.floor(sector / perTable));
  const at = (sector % perTable) * 4;
  return table === undefined || at + 4 > table.length ? NO_SECTOR : table.readUInt32LE(at);
};

/** Opens the sectors of a compound file, [MS-CFB] 2.3 and 2.5. Throws `corrupt_document`. */
export function fileSectors(file: Buffer): Sectors {
  const shift = file.readUInt16LE(SECTOR_SHIFT);
  if (!sectorShifts.includes(shift)) throw corruptOle();
  const size = 1 << shift;
  const count = Math.ceil(file.length / size) - 1;
  const at = (sector: number): Buffer => file.subarray((sector + 1) * size, (sector + 2) * size);
  const perSector = size / 4;
  const needed = Math.ceil(count / perSector);
  const tables: number[] = [];
  for (let index = 0; index < Math.min(needed, TABLES_IN_HEADER); index += 1)
    tables.push(file.readUInt32LE(TABLES + index * 4));
  // The last number in each sector of the list is the list's next sector.
  let more = file.readUInt32LE(MORE_TABLES);
  while (tables.length < needed && more < count) {
    const list = at(more);
    if (list.length < size) break;
    for (let index = 0; index < perSector - 1; index += 1) tables.push(list.readUInt32LE(index * 4));
    more = list.readUInt32LE(size - 4);
  }
  const tableAt = (index: number): Buffer | undefined => {
    const sector = tables[index];
    return sector === undefined || sector >= count ? undefined : at(sector);
  };
  return { count, at, after: nextSector(tableAt, perSector) };
}

/** Opens the 64-byte sectors of the mini stream, [MS-CFB] 2.4 and 2.6.3. */
export function miniSectors(stream: Buffer, table: Buffer): Sectors {
  const size = 64;
  return {
    count: Math.ceil(stream.length / size),
    at: (sector) => stream.subarray(sector * size, (sector + 1) * size),
    after: nextSector(() => table, Number.POSITIVE_INFINITY),
  };
}
