import { createHash } from 'node:crypto';

/** Seeded random numbers: the same seed returns the same numbers everywhere. */
export interface Random {
  /** A whole number from 0 to below `end`; 0 if `end` is 0. */
  readonly below: (end: number) => number;
  readonly chance: (probability: number) => boolean;
  /** One of a list. Throws if it is empty. */
  readonly pick: <T>(items: readonly T[]) => T;
}

/** The generator of a seed: mulberry32, which has 2^32 states and is fast. */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
  };
}

/** Bytes of a seed. */
export function randomBytes(seed: string, length: number): Buffer {
  const random = createRandom(seed);
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}
