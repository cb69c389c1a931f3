import { countOf } from '../base/count-of.ts';
import type { CellValue } from './workbook.ts';

/** A formula whose result the file does not contain, as programs write it that do not calculate. */
export interface MissingResult {
  /** Index of its sheet among those that were read. */
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
  /** In the notation of Excel, without the equals sign. Undefined if it cannot be read. */
  readonly formula: string | undefined;
  readonly isArray?: true;
  /** Stores the result. */
  readonly set: (value: string | number | boolean) => void;
}

/** A name for cells or a formula. */
export interface DefinedName {
  readonly name: string;
  /** Index of the sheet in which it is defined; null for the whole workbook. */
  readonly sheet: number | null;
  readonly formula: string;
}

/** The sheets of a workbook and its names, as a formula sees them. */
export interface FormulaSource {
  readonly sheets: readonly { readonly name: string; readonly rows: readonly (readonly CellValue[])[] }[];
  readonly names: readonly DefinedName[];
}

/** The warning about formulas that have no result, nor could it be calculated; none without them. */
export function missingResultWarnings(count: number): string[] {
  if (count === 0) return [];
  return [
    `${countOf(count, 'formula')} ${count === 1 ? 'has' : 'have'} no result in the file, or a zero in its place, and could not be calculated. Open the workbook in a spreadsheet program, save it, and convert it again.`,
  ];
}
