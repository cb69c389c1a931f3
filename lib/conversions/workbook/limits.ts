/** Maximum number of cells with values in a workbook, over all sheets. */
export const MAX_CELLS = 5_000_000;
