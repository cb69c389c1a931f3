import { type Budget, createBudget } from '../base/budget.ts';
import { MAX_CELLS } from './limits.ts';

// Empty cells between others use memory too, and a tiny file can refer to the last possible cell.
const MAX_PLACES = 20_000_000;
// Maximum size of a sheet (ECMA-376 18.3.1.73 and 18.3.1.4).
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

// Most text that the writers can produce. A 20-byte repeat count can expand to 10,000 blanks.
const MAX_CHARACTERS = 200_000_000;

const limits = {
  cells: {
    max: MAX_CELLS,
    message: `The workbook has more than ${MAX_CELLS} cells with values, which is the limit. Split it.`,
  },
  characters: {
    max: MAX_CHARACTERS,
    message: `The text of the workbook is longer than ${MAX_CHARACTERS} characters, which is the limit. Split it.`,
  },
  places: {
    max: MAX_PLACES,
    message: `The workbook's cells span more than ${MAX_PLACES} positions. Remove cells far from the rest.`,
  },
} as const;

/** What remains of a workbook's cell limits. */
export type CellBudget = Budget<keyof typeof limits>;

export const createCellBudget = (): CellBudget => createBudget(limits);

/** Spends a row before or while it is built. Throws ConversionError `too_complex` if there are too many cells. */
export function spendRow(budget: CellBudget, cells: number, places: number): void {
  budget.spend('cells', cells);
  budget.spend('places', places);
}
