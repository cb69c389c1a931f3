import type { TableFeatures } from '../../lib/conversions/shared/page-tables/table-features.ts';
import type { TableWeights } from '../../lib/conversions/shared/page-tables/table-score.ts';

/** A candidate for a table, and how much of it is right. */
export interface Candidate {
  readonly set: string;
  readonly features: TableFeatures;
  /** Share of its relations that are those of the document. */
  readonly right: number;
  /** Number of its relations. */
  readonly relations: number;
}

// Penalty of large weights: the inverse of their variance.
const PENALTY = 0.1;
const STEPS = 40;
// Relations between which a candidate counts more the more it has.
const LEAST_RELATIONS = 4;
const MOST_RELATIONS = 60;
// Evidence of each set's tables, and of its other candidates, together: the root of what they would have each.
const EVIDENCE = 3;

/** Solves a system of linear equations by Gauss-Jordan elimination; each row ends with its right side. */
function solve(rows: number[][]): number[] {
  for (const [column] of rows.entries()) {
    const size = (row: number): number => Math.abs(rows[row]?.[column] ?? 0);
    let pivot = column;
    for (let row = column + 1; row < rows.length; row += 1) if (size(row) > size(pivot)) pivot = row;
    const [chosen = [], other = []] = [rows[pivot], rows[column]];
    rows[pivot] = other;
    rows[column] = chosen;
    for (const [row, values] of rows.entries()) {
      const factor = (values[column] ?? 0) / (chosen[column] ?? 1);
      if (row === column) continue;
      for (let at = column; at < values.length; at += 1)
        values[at] = (values[at] ?? 0) - factor * (chosen[at] ?? 0);
    }
  }
  return rows.map((values, row) => (values.at(-1) ?? 0) / (values[row] ?? 1));
}

/** What is lost if a candidate is decided wrongly. */
const costOf = ({ right, relations }: Candidate): number =>
  Math.abs(2 * right - 1) * Math.sqrt(Math.min(Math.max(relations, LEAST_RELATIONS), MOST_RELATIONS));

const groupOf = ({ set, right }: Candidate): string => `${set} ${right >= 0.5}`;

/** Fits a logistic regression by Newton's method. Sets, and tables and other candidates in each, count alike whatever their number. */
export function fitWeights(candidates: readonly Candidate[]): TableWeights {
  const names = ['any', ...Object.keys(candidates[0]?.features ?? {})];
  const totals = new Map<string, number>();
  for (const each of candidates) totals.set(groupOf(each), (totals.get(groupOf(each)) ?? 0) + costOf(each));
  const examples = candidates.map((each) => ({
    values: [1, ...Object.values(each.features)],
    isTable: Number(each.right >= 0.5),
    cost: (EVIDENCE * costOf(each)) / Math.sqrt(totals.get(groupOf(each)) ?? 1),
  }));
  let weights = names.map(() => 0);
  for (let step = 0; step < STEPS; step += 1) {
    const rows = names.map((_, one) => [
      ...names.map((_name, other) => (one === other ? (one === 0 ? 1e-6 : PENALTY) : 0)),
      one === 0 ? 0 : -PENALTY * (weights[one] ?? 0),
    ]);
    for (const { values, isTable, cost } of examples) {
      const score = values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
      const odds = 1 / (1 + Math.exp(-score));
      for (const [one, row] of rows.entries()) {
        const value = values[one] ?? 0;
        if (value === 0) continue;
        for (const [other, each] of values.entries())
          row[other] = (row[other] ?? 0) + cost * odds * (1 - odds) * value * each;
        row[names.length] = (row[names.length] ?? 0) + cost * (isTable - odds) * value;
      }
    }
    const change = solve(rows);
    weights = weights.map((weight, at) => weight + (change[at] ?? 0));
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0])) as TableWeights;
}
