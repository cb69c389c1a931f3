import { isPackageInstalled } from '../../base/package-assets.ts';
import type { FormulaSource, MissingResult } from '../../workbook/missing-result.ts';
import { dateSerial } from '../../workbook/serial-date.ts';
import type { CellValue } from '../../workbook/workbook.ts';
import { cellTypes, type IronCalcModel, withModel } from './model.ts';
import { ironCalcPackage } from './package.ts';

// A cell costs about 20 microseconds and a kilobyte.
const MAX_CELLS = 100_000;
const MAX_FORMULAS = 20_000;
const MAX_FORMULA_CHARACTERS = 8192;
// Cells that all formulas read together.
const MAX_READS = 50_000_000;
const MAX_COLUMN_OR_ROW = 1_048_576;

// Formulas that depend on chance, on other files or on tables, or whose result can be of any size.
const BEYOND =
  /\b(?:RAND|RANDBETWEEN|RANDARRAY|SEQUENCE|MAKEARRAY|EXPAND|REPT|OFFSET|INDIRECT|CELL|INFO|WEBSERVICE)\s*\(|[[\]]/i;
const STRING = /"[^"]*"/g;
const QUOTED_SHEET = /'[^']*'!/g;
const RANGE = /\$?([A-Z]{0,3})\$?(\d{0,7}):\$?([A-Z]{0,3})\$?(\d{0,7})/g;
// The engine writes the names of functions that it has in upper case.
const UNKNOWN_FUNCTION = /[a-z_][a-z\d_.]{0,40}\(/;
const ERROR = /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A)$/;
// Errors of a formula that is right; all others mean that the engine does not understand it.
const RESULT_ERROR = /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NUM!|N\/A)$/;
const ALL_DIGITS = '0.00000000000000E+000';

const withoutTexts = (formula: string): string => formula.replaceAll(STRING, '').replaceAll(QUOTED_SHEET, '');

const columnNumber = (letters: string): number =>
  [...letters].reduce((value, letter) => value * 26 + letter.charCodeAt(0) - 64, 0);

/** How many cells a formula reads, at most `cells` for each of its ranges. */
function readsOf(formula: string, cells: number): number {
  let reads = 1;
  for (const [, from = '', first = '', to = '', last = ''] of formula.toUpperCase().matchAll(RANGE)) {
    const width = from === '' ? MAX_COLUMN_OR_ROW : Math.abs(columnNumber(to) - columnNumber(from)) + 1;
    const height = first === '' ? MAX_COLUMN_OR_ROW : Math.abs(Number(last) - Number(first)) + 1;
    reads += Math.min(cells, width * height);
  }
  return reads;
}

/** A value as it would be typed. */
function typed(value: Exclude<CellValue, null>): string {
  if (value instanceof Date) return String(dateSerial(value));
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return String(value);
  return ERROR.test(value) ? value : `'${value}`;
}

/** Whether a formula can be calculated here: alone, and in bounded time. */
const isCalculable = ({ formula }: MissingResult): boolean =>
  formula !== undefined && formula.length <= MAX_FORMULA_CHARACTERS && !BEYOND.test(withoutTexts(formula));

function resultOf(model: IronCalcModel, { sheet, row, column }: MissingResult) {
  if (UNKNOWN_FUNCTION.test(withoutTexts(model.getCellContent(sheet, row + 1, column + 1)))) return undefined;
  const text = model.getFormattedCellValue(sheet, row + 1, column + 1);
  switch (model.getCellType(sheet, row + 1, column + 1)) {
    case cellTypes.number: {
      const number = Number(text);
      return Number.isFinite(number) ? number : undefined;
    }
    case cellTypes.text:
      return text;
    case cellTypes.boolean:
      return text === 'TRUE';
    default:
      return RESULT_ERROR.test(text) ? text : undefined;
  }
}

function fill(model: IronCalcModel, { sheets, names }: FormulaSource, formulas: ReadonlySet<string>): void {
  model.pauseEvaluation();
  for (const [index, { name }] of sheets.entries()) {
    if (index > 0) model.newSheet();
    model.renameSheet(index, name);
  }
  for (const [sheet, { rows }] of sheets.entries())
    for (const [row, values] of rows.entries())
      for (const [column, value] of values.entries())
        if (value !== null && value !== '' && !formulas.has(`${sheet} ${row} ${column}`))
          model.setUserInput(sheet, row + 1, column + 1, typed(value));
  for (const { name, sheet, formula } of names) {
    try {
      model.newDefinedName(name, sheet, formula);
    } catch {
      // Names of print ranges and of other files; a formula that uses one is not calculated.
    }
  }
}

function calculateAll(
  model: IronCalcModel,
  source: FormulaSource,
  missing: readonly MissingResult[],
): number {
  fill(model, source, new Set(missing.map(({ sheet, row, column }) => `${sheet} ${row} ${column}`)));
  const done: MissingResult[] = [];
  for (const each of missing) {
    const { sheet, formula, isArray } = each;
    const row = each.row + 1;
    const column = each.column + 1;
    // A formula that cannot be calculated is an error for those that read it.
    const decline = (): void => model.setUserInput(sheet, row, column, '=#NAME?');
    if (!isCalculable(each)) {
      decline();
      continue;
    }
    try {
      if (isArray) model.setUserArrayFormula(sheet, row, column, 1, 1, `=${formula}`);
      else model.setUserInput(sheet, row, column, `=${formula}`);
      model.updateRangeStyle({ sheet, row, column, width: 1, height: 1 }, 'num_fmt', ALL_DIGITS);
      done.push(each);
    } catch {
      decline();
    }
  }
  model.evaluate();
  let calculated = 0;
  for (const each of done) {
    const result = resultOf(model, each);
    if (result === undefined) continue;
    each.set(result);
    calculated += 1;
  }
  return missing.length - calculated;
}

/**
 * Calculates the formulas of a workbook that have no result. Returns how many still have none: those with functions that the
 * engine lacks, with references to other files or tables, and all of a workbook beyond the limits.
 */
export async function calculateMissing(
  source: FormulaSource,
  missing: readonly MissingResult[],
): Promise<number> {
  if (missing.length === 0 || missing.length > MAX_FORMULAS || !isPackageInstalled(ironCalcPackage))
    return missing.length;
  const cells = source.sheets.reduce(
    (sum, { rows }) => sum + rows.reduce((ofSheet, row) => ofSheet + row.length, 0),
    0,
  );
  if (cells > MAX_CELLS) return missing.length;
  const reads = missing.reduce((sum, { formula = '' }) => sum + readsOf(withoutTexts(formula), cells), 0);
  if (reads > MAX_READS) return missing.length;
  // The engine traps, for example, on a chain of formulas that is too long for its stack.
  return (await withModel((model) => calculateAll(model, source, missing))) ?? missing.length;
}
