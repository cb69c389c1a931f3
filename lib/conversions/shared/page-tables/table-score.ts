import type { TableFeatures } from './table-features.ts';
import { tableWeights } from './table-weights.ts';

/** Weights of the features, and the bias `any`. */
export type TableWeights = Readonly<Record<keyof TableFeatures | 'any', number>>;

/** Returns the log-odds that a candidate is a table. */
export function scoreOf(features: TableFeatures, weights: TableWeights = tableWeights): number {
  let score = weights.any;
  for (const [name, value] of Object.entries(features)) score += value * weights[name as keyof TableFeatures];
  return score;
}

/** Returns true if a candidate is a table and not prose in columns, a list, a chart or a diagram. */
export const isTable = (features: TableFeatures): boolean => scoreOf(features) > 0;
