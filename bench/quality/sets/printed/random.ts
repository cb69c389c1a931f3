/** Chooses the same things on each run. */
export interface Random {
  /** A number from 0 up to `end`, exclusive. */
  readonly below: (end: number) => number;
  readonly chance: (share: number) => boolean;
  readonly of: <T>(items: readonly [T, ...T[]]) => T;
}

/** A linear congruential generator with the parameters of Numerical Recipes. */
export function randomOf(seed: number): Random {
  let state = (seed * 7919 + 12_345) >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let at = 0; at < 8; at += 1) next();
  const below = (end: number): number => Math.floor(next() * end);
  return { below, chance: (share) => next() < share, of: (items) => items[below(items.length)] ?? items[0] };
}
