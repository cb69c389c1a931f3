/** Damage in a CSV text. Records count from 1. */
export interface CsvDamage {
  /** The first record with a quotation mark inside a field where none is allowed (RFC 4180, 2.5 to 2.7). */
  readonly strayQuote?: number;
  /** The record with an unclosed quotation mark: from there on quotation marks are text. */
  readonly openQuote?: number;
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const SPACE = 0x20;

/** The state of a reader at one position of a CSV text. */
interface CsvScanner {
  readonly text: string;
  readonly delimiter: string;
  /** Character code of the delimiter. */
  readonly comma: number;
  at: number;
  /** The next line feed and delimiter at or after `at`; found again only after `at` has passed them. */
  nextLine: number;
  nextComma: number;
}

interface QuotedField {
  readonly value: string;
  readonly isStray: boolean;
}

const indexOrEnd = (text: string, mark: string, from: number): number => {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found;
};

/** Reads an unquoted field. */
function readPlainField(scanner: CsvScanner): string {
  const { text, at, delimiter } = scanner;
  if (scanner.nextLine < at) scanner.nextLine = indexOrEnd(text, '\n', at);
  if (scanner.nextComma < at) scanner.nextComma = indexOrEnd(text, delimiter, at);
  scanner.at = Math.min(scanner.nextLine, scanner.nextComma);
  return text.slice(at, scanner.at);
}

/** Index of the field end at `from`, after optional spaces; -1 if the field continues. */
function fieldEndAt({ text, comma }: CsvScanner, from: number): number {
  let index = from;
  while (index < text.length && text.charCodeAt(index) === SPACE && comma !== SPACE) index += 1;
  const code = text.charCodeAt(index);
  return index >= text.length || code === LINE_FEED || code === comma ? index : -1;
}

/** Reads a quoted field. Returns undefined, without moving, if it is not closed. */
function readQuotedField(scanner: CsvScanner): QuotedField | undefined {
  const { text } = scanner;
  const start = scanner.at + 1;
  let isEscaped = false;
  let isStray = false;
  let search = start;
  for (;;) {
    const quote = text.indexOf('"', search);
    if (quote < 0) return undefined;
    if (text.charCodeAt(quote + 1) === QUOTE) {
      isEscaped = true;
      search = quote + 2;
      continue;
    }
    const end = fieldEndAt(scanner, quote + 1);
    if (end >= 0) {
      scanner.at = end;
      const inside = text.slice(start, quote);
      return { value: isEscaped ? inside.replaceAll('""', '"') : inside, isStray };
    }
    isStray = true;
    search = quote + 1;
  }
}

/**
 * Reads the records of a CSV text whose lines end with LF, in time linear in its length. Calls `onRecord` with the fields
 * of each in a new array; returning false stops reading. An empty line is a record with one empty field.
 */
export function readCsvRecords(
  text: string,
  delimiter: string,
  onRecord: (fields: string[]) => boolean | undefined,
): CsvDamage {
  const { length } = text;
  const comma = delimiter.charCodeAt(0);
  const scanner: CsvScanner = { text, delimiter, comma, at: 0, nextLine: -1, nextComma: -1 };
  let fields: string[] = [];
  let record = 1;
  let strayQuote: number | undefined;
  let openQuote: number | undefined;
  while (scanner.at < length) {
    const isQuoted = text.charCodeAt(scanner.at) === QUOTE && openQuote === undefined;
    const quoted = isQuoted ? readQuotedField(scanner) : undefined;
    if (isQuoted && quoted === undefined) openQuote = record;
    if (quoted?.isStray === true) strayQuote ??= record;
    fields.push(quoted === undefined ? readPlainField(scanner) : quoted.value);
    const isComma = scanner.at < length && text.charCodeAt(scanner.at) === comma;
    scanner.at += 1;
    if (isComma && scanner.at < length) continue;
    if (isComma) fields.push('');
    if (onRecord(fields) === false) break;
    fields = [];
    record += 1;
  }
  return {
    ...(strayQuote === undefined ? {} : { strayQuote }),
    ...(openQuote === undefined ? {} : { openQuote }),
  };
}

// Ties go to the delimiter that is rarer in values: half of the world writes decimal commas.
const DELIMITERS = ['\t', ';', '|', ','];
// Characters and records, at most, that the delimiter is detected from: a sample is read once for each delimiter.
const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_RECORDS = 200;

/** The delimiter with which most records have the same number of fields, at least two. Default: a comma. */
export function detectDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  let best = { delimiter: ',', share: 0 };
  for (const delimiter of DELIMITERS) {
    const records = new Map<number, number>();
    let count = 0;
    readCsvRecords(sample, delimiter, (fields) => {
      if (fields.length === 1 && fields[0] === '') return true;
      records.set(fields.length, (records.get(fields.length) ?? 0) + 1);
      count += 1;
      return count < SAMPLE_RECORDS;
    });
    // The sample truncates one record at most, and never the only one that counts.
    const most = [...records].reduce((top, [fields, times]) => (fields > 1 && times > top ? times : top), 0);
    const share = count === 0 ? 0 : most / count;
    if (share > best.share) best = { delimiter, share };
  }
  return best.delimiter;
}
