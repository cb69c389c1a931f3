import type { Random } from './random.ts';

/** Changes a file. `other` is another file of the same format. */
export type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

// Longest range that is copied or removed at once.
const LONGEST = 4096;
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xfffffffe, 0xffffffff];

const stretch = (bytes: Buffer, random: Random): [from: number, to: number] => {
  const from = random.below(bytes.length);
  return [from, Math.min(bytes.length, from + 1 + random.below(LONGEST))];
};

const flipBits: Mutation = (bytes, random) => {
  const changed = Buffer.from(bytes);
  for (let left = 1 + random.below(16); left > 0; left -= 1) {
    const at = random.below(changed.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
  }
  return changed;
};

const truncate: Mutation = (bytes, random) => bytes.subarray(0, random.below(bytes.length));

const repeatChunk: Mutation = (bytes, random) => {
  const [from, to] = stretch(bytes, random);
  const times = random.chance(0.2) ? 200 : 1 + random.below(4);
  const copies = Array.from({ length: times }, () => bytes.subarray(from, to));
  return Buffer.concat([bytes.subarray(0, to), ...copies, bytes.subarray(to)]);
};

const removeChunk: Mutation = (bytes, random) => {
  const [from, to] = stretch(bytes, random);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
};

const splice: Mutation = (bytes, random, other) =>
  Buffer.concat([bytes.subarray(0, random.below(bytes.length)), other.subarray(random.below(other.length))]);

/** Writes a number that limits are likely to be at: offsets, counts and sizes of binary formats. */
const setNumber: Mutation = (bytes, random) => {
  if (bytes.length < 4) return bytes;
  const changed = Buffer.from(bytes);
  const at = random.below(changed.length - 3);
  const value = random.pick([...EDGES, changed.length]);
  if (random.chance(0.5)) changed.writeUInt32LE(value >>> 0, at);
  else changed.writeUInt16LE(value & 0xffff, at);
  return changed;
};

/** Overwrites one sector with another, as a damaged or crafted chain of sectors does. */
const copySector: Mutation = (bytes, random) => {
  const sector = random.pick([64, 512]);
  const count = Math.floor(bytes.length / sector);
  const changed = Buffer.from(bytes);
  const [from, to] = [random.below(count) * sector, random.below(count) * sector];
  bytes.copy(changed, to, from, Math.min(bytes.length, from + sector));
  return changed;
};

/** Changes that make sense for any file. */
export const byteMutations: readonly Mutation[] = [
  flipBits,
  truncate,
  repeatChunk,
  removeChunk,
  splice,
  setNumber,
  copySector,
];
