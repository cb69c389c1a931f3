import { createFormatList } from './format-list.ts';
import { inferValue } from './infer-value.ts';
import type { CellValue } from './workbook.ts';
import { type DecimalSign, readWrittenNumber, type WrittenNumber } from './written-number.ts';

/** A value and the index of its number format; 0 is General. */
interface TypedText {
  readonly value: CellValue;
  readonly format: number;
}

/** Reads the texts of a table as values. All texts must be observed before the first is read. */
export interface TableValues {
  /** Records a text as evidence about the numbers of its column. */
  readonly observe: (text: string, column: number) => void;
  /** Reads a text that is a number; undefined for other texts. */
  readonly numberOf: (text: string, column: number) => WrittenNumber | undefined;
  /** Reads a number, an ISO 8601 date without a time zone, `true` or `false`; otherwise the value is the text. */
  readonly typedOf: (text: string, column: number) => TypedText;
}

/** Evidence about the numbers of a column or a table. */
interface Evidence {
  point: number;
  comma: number;
  /** True if it contains codes: digits with leading zeros, or too many digits for a number. */
  hasCodes: boolean;
  /** True if it contains versions, addresses or dates, such as `1.2.10`. */
  hasVersions: boolean;
}

// Languages of countries where most numbers have a decimal comma (CLDR).
const COMMA_LANGUAGES: ReadonlySet<string> = new Set(
  'bg ca cs da de el es et eu fi fr gl hr hu id is it lt lv mk nb nl nn no pl pt ro ru sk sl sq sr sv tr uk vi'.split(
    ' ',
  ),
);
const DIGITS = /^\d+$/;
const VERSION = /^\d+(?:\.\d+){2,7}$/;
const DIGITS_AND_POINTS = /^[\d.]+$/;
// Whole numbers are the most frequent and need no evidence: they are the same in every notation.
const WHOLE = /^(?:0|-?[1-9]\d{0,14})$/;

const signOf = ({ point, comma }: Evidence): DecimalSign | undefined => {
  if (point === comma) return undefined;
  return point > comma ? '.' : ',';
};

/**
 * Reads the texts of a table in the notation of its numbers. Unambiguous numbers, such as `1.234,5`, are evidence of the decimal
 * sign. The majority in the column decides, then the majority in the table, then the language; the default is a point. Digits in a
 * column with codes, such as `01067`, stay text, as do numbers with a point in a column with versions.
 */
export function createTableValues(language?: string | undefined, formats = createFormatList()): TableValues {
  const columns: Evidence[] = [];
  const table: Evidence = { point: 0, comma: 0, hasCodes: false, hasVersions: false };
  const byLanguage = COMMA_LANGUAGES.has(language?.split('-')[0]?.toLowerCase() ?? '') ? ',' : '.';

  function columnAt(column: number): Evidence {
    while (columns.length <= column)
      columns.push({ point: 0, comma: 0, hasCodes: false, hasVersions: false });
    return columns[column] ?? table;
  }

  function observe(text: string, column: number): void {
    if (WHOLE.test(text)) return;
    if (DIGITS.test(text)) columnAt(column).hasCodes = true;
    if (!/[.,\u066b\uff0c\uff0e]/.test(text)) return;
    const isPoint = readWrittenNumber(text, '.') !== undefined;
    const isComma = readWrittenNumber(text, ',') !== undefined;
    if (!isPoint && !isComma && VERSION.test(text)) columnAt(column).hasVersions = true;
    if (isPoint === isComma) return;
    for (const evidence of [table, columnAt(column)]) evidence[isPoint ? 'point' : 'comma'] += 1;
  }

  function numberOf(text: string, column: number): WrittenNumber | undefined {
    const evidence = columns[column] ?? table;
    if (evidence.hasCodes && DIGITS.test(text)) return undefined;
    if (evidence.hasVersions && DIGITS_AND_POINTS.test(text)) return undefined;
    if (WHOLE.test(text)) return { value: Number(text), code: '0', plain: text };
    return readWrittenNumber(text, signOf(evidence) ?? signOf(table) ?? byLanguage);
  }

  function typedOf(text: string, column: number): TypedText {
    const number = numberOf(text, column);
    if (number !== undefined) {
      const isGeneral = /^0(?:\.0+)?$/.test(number.code) && String(number.value) === number.plain;
      return { value: number.value, format: isGeneral ? 0 : formats.indexOf(number) };
    }
    const { value, format } = inferValue(text);
    return { value, format: formats.indexOf(format) };
  }

  return { observe, numberOf, typedOf };
}
