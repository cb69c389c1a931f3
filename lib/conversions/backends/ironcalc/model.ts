import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { loadPackage, packageFile } from '../../base/package-assets.ts';
import { ironCalcPackage } from './package.ts';

/** The part of IronCalc's model that is used here. Sheets count from 0, rows and columns from 1. */
export interface IronCalcModel {
  readonly free: () => void;
  readonly pauseEvaluation: () => void;
  readonly evaluate: () => void;
  readonly newSheet: () => void;
  readonly renameSheet: (sheet: number, name: string) => void;
  readonly newDefinedName: (name: string, scope: number | null, formula: string) => void;
  /** Sets a cell as if typed: text after an apostrophe. Throws for input that it cannot store. */
  readonly setUserInput: (sheet: number, row: number, column: number, input: string) => void;
  readonly setUserArrayFormula: (
    sheet: number,
    row: number,
    column: number,
    width: number,
    height: number,
    formula: string,
  ) => void;
  /** The formula as the engine understood it: names of unknown functions are in lower case. */
  readonly getCellContent: (sheet: number, row: number, column: number) => string;
  readonly getCellType: (sheet: number, row: number, column: number) => number;
  readonly getFormattedCellValue: (sheet: number, row: number, column: number) => string;
  readonly updateRangeStyle: (
    area: { sheet: number; row: number; column: number; width: number; height: number },
    path: string,
    value: string,
  ) => void;
}

/** IronCalc's value for the type of a cell. */
export const cellTypes = { number: 1, text: 2, boolean: 4, error: 16 } as const;

interface Library {
  readonly initSync: (input: { readonly module: Uint8Array }) => unknown;
  readonly Model: new (name: string, locale: string, timezone: string, language: string) => IronCalcModel;
}

// A trap leaves WebAssembly in an undefined state: the next model gets a new copy of the library, but not forever.
const MAX_TRAPS = 3;
// Kept, because the finalizer of a collected model would trap again, outside of any call.
const trapped: (IronCalcModel | undefined)[] = [];
let loading: Promise<Library> | undefined;

async function load(): Promise<Library> {
  const library = await loadPackage<Library>(
    `${pathToFileURL(packageFile(ironCalcPackage, 'wasm.js')).href}?copy=${trapped.length}`,
  );
  library.initSync({ module: readFileSync(packageFile(ironCalcPackage, 'wasm_bg.wasm')) });
  return library;
}

/** Runs `use` on an empty model with one sheet. Returns undefined if the engine trapped, now or too often before. */
export async function withModel<Result>(use: (model: IronCalcModel) => Result): Promise<Result | undefined> {
  if (trapped.length >= MAX_TRAPS) return undefined;
  loading ??= load();
  const { Model } = await loading;
  let model: IronCalcModel | undefined;
  try {
    model = new Model('workbook', 'en', 'UTC', 'en');
    const result = use(model);
    model.free();
    return result;
  } catch {
    trapped.push(model);
    loading = undefined;
    return undefined;
  }
}
