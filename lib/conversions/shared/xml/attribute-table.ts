// A cell of a spreadsheet has about 20; further attributes are ignored.
const MAX_ATTRIBUTES = 128;

/** The attributes of one tag: hashes of their names, and where their values start and end in the part. */
export interface AttributeTable {
  readonly hashes: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  count: number;
}

export const createAttributeTable = (): AttributeTable => ({
  hashes: new Int32Array(MAX_ATTRIBUTES),
  starts: new Int32Array(MAX_ATTRIBUTES),
  ends: new Int32Array(MAX_ATTRIBUTES),
  count: 0,
});

export function addAttribute(table: AttributeTable, hash: number, start: number, end: number): void {
  const { count } = table;
  if (count >= MAX_ATTRIBUTES) return;
  table.hashes[count] = hash;
  table.starts[count] = start;
  table.ends[count] = end;
  table.count = count + 1;
}

/** Index of the first attribute whose name has this hash; -1 if the tag has none. */
export function findAttribute({ hashes, count }: AttributeTable, hash: number | undefined): number {
  for (let index = 0; index < count; index += 1) if (hashes[index] === hash) return index;
  return -1;
}
