import type { Signs } from './signs.ts';
import { tableWeights } from './table-weights.ts';

/** The weights of the signs, and that of any candidate. */
export type TableWeights = Readonly<Record<keyof Signs | 'any', number>>;

/** The log-odds that a candidate with some signs is a table. */
export function scoreOf(signs: Signs, weights: TableWeights = tableWeights): number {
  let score = weights.any;
  for (const [name, value] of Object.entries(signs)) score += value * weights[name as keyof Signs];
  return score;
}

/** Whether a candidate is a table rather than prose in columns, a list, a chart or a diagram. */
export const isTable = (signs: Signs): boolean => scoreOf(signs) > 0;
