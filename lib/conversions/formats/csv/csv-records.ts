/** What was wrong with a text of csv; records count from 1. */
export interface CsvDamage {
  /** The first record with a quotation mark inside a field where none may be (RFC 4180, 2.5 to 2.7). */
  readonly strayQuote?: number;
  /** The record with a quotation mark that nothing closes: from there on such marks are text. */
  readonly openQuote?: number;
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const SPACE = 0x20;

/**
 * Goes through the records of csv, whose lines end with LF. `onRecord` is given the fields of each, in an array of its own, and
 * ends the reading with false. An empty line is a record of one empty field. Takes time in proportion to the text, whatever
 * its quotes.
 */
export function readCsvRecords(
  text: string,
  delimiter: string,
  onRecord: (fields: string[]) => boolean | undefined,
): CsvDamage {
  const { length } = text;
  const comma = delimiter.charCodeAt(0);
  let fields: string[] = [];
  let record = 1;
  let at = 0;
  let strayQuote: number | undefined;
  let openQuote: number | undefined;
  let nextLine = -1;
  let nextComma = -1;

  const find = (what: string, from: number): number => {
    const found = text.indexOf(what, from);
    return found < 0 ? length : found;
  };

  /** Where an unquoted field that begins here ends. */
  function plainEnd(): number {
    if (nextLine < at) nextLine = find('\n', at);
    if (nextComma < at) nextComma = find(delimiter, at);
    return Math.min(nextLine, nextComma);
  }

  /** Whether a field may end here; spaces before are let through. */
  function fieldEndsAt(from: number): number {
    let index = from;
    while (index < length && text.charCodeAt(index) === SPACE && comma !== SPACE) index += 1;
    const code = text.charCodeAt(index);
    return index >= length || code === LINE_FEED || code === comma ? index : -1;
  }

  /** The field in quotes that begins here, and moves behind it; undefined where nothing closes it. */
  function quotedField(): string | undefined {
    const start = at + 1;
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
      const end = fieldEndsAt(quote + 1);
      if (end >= 0) {
        at = end;
        if (isStray) strayQuote ??= record;
        const inside = text.slice(start, quote);
        return isEscaped ? inside.replaceAll('""', '"') : inside;
      }
      isStray = true;
      search = quote + 1;
    }
  }

  while (at < length) {
    let field: string | undefined;
    if (text.charCodeAt(at) === QUOTE && openQuote === undefined) {
      field = quotedField();
      if (field === undefined) openQuote = record;
    }
    if (field === undefined) {
      const end = plainEnd();
      field = text.slice(at, end);
      at = end;
    }
    fields.push(field);
    const isComma = at < length && text.charCodeAt(at) === comma;
    at += 1;
    if (isComma && at < length) continue;
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

// Of equal ones the rarer in values goes first: commas are decimal points in half of the world.
const DELIMITERS = ['\t', ';', '|', ','];
const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_RECORDS = 200;

/** The delimiter that gives most records the same number of fields, two or more; a comma where none does. */
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
    // What is cut off at the sample's end is at most one record, and never the only one that counts.
    const most = [...records].reduce((top, [fields, times]) => (fields > 1 && times > top ? times : top), 0);
    const share = count === 0 ? 0 : most / count;
    if (share > best.share) best = { delimiter, share };
  }
  return best.delimiter;
}
