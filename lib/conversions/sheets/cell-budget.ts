import { ConversionError } from '../../errors.ts';

/** Cells with a value that a workbook may have, all sheets together. */
export const MAX_CELLS = 5_000_000;
// Empty cells between full ones cost memory too, and a file of a few bytes can name the last cell there is.
const MAX_PLACES = 20_000_000;
// ECMA-376 18.3.1.73 and 18.3.1.4: sheets have no more.
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

/** What a workbook's cells have cost so far. */
export interface CellBudget {
  cells: number;
  places: number;
}

export const newBudget = (): CellBudget => ({ cells: 0, places: 0 });

/** Counts a row before or while it is made. Throws ConversionError `too_complex` when there are too many cells. */
export function spendRow(budget: CellBudget, cells: number, places: number): void {
  budget.cells += cells;
  budget.places += places;
  if (budget.cells > MAX_CELLS) {
    throw new ConversionError(
      'too_complex',
      `The workbook has more than ${MAX_CELLS} cells with values, and no more can be read. Split it.`,
    );
  }
  if (budget.places > MAX_PLACES) {
    throw new ConversionError(
      'too_complex',
      `The workbook's cells are spread over more than ${MAX_PLACES} places. Remove cells far from the rest.`,
    );
  }
}
