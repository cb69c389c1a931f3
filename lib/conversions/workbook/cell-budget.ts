import { type Budget, createBudget } from '../base/budget.ts';

/** Cells with a value that a workbook may have, all sheets together. */
export const MAX_CELLS = 5_000_000;
// Empty cells between full ones cost memory too, and a file of a few bytes can name the last cell there is.
const MAX_PLACES = 20_000_000;
// ECMA-376 18.3.1.73 and 18.3.1.4: sheets have no more.
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

// What writers can write of them; a blank that says how often it is repeated takes 20 bytes for 10,000.
const MAX_CHARACTERS = 200_000_000;

const limits = {
  cells: {
    max: MAX_CELLS,
    message: `The workbook has more than ${MAX_CELLS} cells with values, and no more can be read. Split it.`,
  },
  characters: {
    max: MAX_CHARACTERS,
    message: `The texts of the workbook have more than ${MAX_CHARACTERS} characters together. Split it.`,
  },
  places: {
    max: MAX_PLACES,
    message: `The workbook's cells are spread over more than ${MAX_PLACES} places. Remove cells far from the rest.`,
  },
} as const;

/** What a workbook's cells may still cost. */
export type CellBudget = Budget<keyof typeof limits>;

export const newBudget = (): CellBudget => createBudget(limits);

/** Counts a row before or while it is made. Throws ConversionError `too_complex` when there are too many cells. */
export function spendRow(budget: CellBudget, cells: number, places: number): void {
  budget.spend('cells', cells);
  budget.spend('places', places);
}
