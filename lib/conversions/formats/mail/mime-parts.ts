import { ConversionError } from '../../errors.ts';
import { decodeTransfer } from './transfer-encodings.ts';

// Parts in parts: forwarded messages, each with a body of two alternatives.
const MAX_NESTING = 50;
const MAX_PARTS = 10_000;
const MAX_HEADER_BYTES = 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;

/** A field of a header. Each character of its value is a byte of the file, on one line. */
interface Field {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
}

/** A value with parameters (RFC 2045, 5.1). Each character is a byte of the file. */
interface Parameterized {
  /** In lower case. */
  readonly value: string;
  readonly params: ReadonlyMap<string, string>;
}

/** A part of a message, or the message itself. */
export interface MimePart {
  readonly fields: readonly Field[];
  readonly type: Parameterized;
  readonly disposition: Parameterized;
  /** The parts of a multipart. */
  readonly parts: readonly MimePart[];
  /** The decoded content of any other part. */
  readonly content: Uint8Array;
}

/** The value of the first field of a name; undefined if there is none. */
export const fieldOf = ({ fields }: Pick<MimePart, 'fields'>, name: string): string | undefined =>
  fields.find((field) => field.name === name)?.value;

const FIELD_NAME = /^([!-9;-~]{1,100})[ \t]*:/;

/** A header, and where the content after it starts. A line that is no field ends it, because the content starts there. */
function readHeader(file: Buffer, start: number, end: number): { fields: Field[]; content: number } {
  const lines: { name: string; pieces: string[] }[] = [];
  let at = start;
  while (at < end) {
    const found = file.indexOf(LF, at);
    const lineEnd = found < 0 || found >= end ? end : found;
    const next = Math.min(end, lineEnd + 1);
    let textEnd = lineEnd;
    while (textEnd > at && file[textEnd - 1] === CR) textEnd -= 1;
    if (textEnd === at) {
      at = next;
      break;
    }
    if (next - start > MAX_HEADER_BYTES)
      throw new ConversionError(
        'too_complex',
        `A header of the message has more than ${MAX_HEADER_BYTES / 1024} KB, which is the limit. Shorten it.`,
      );
    const line = file.toString('latin1', at, textEnd);
    const isFolded = line.startsWith(' ') || line.startsWith('\t');
    const [name, own = ''] = FIELD_NAME.exec(line) ?? [];
    if (isFolded && lines.length > 0) lines.at(-1)?.pieces.push(line);
    else if (name !== undefined) lines.push({ name: own.toLowerCase(), pieces: [line.slice(name.length)] });
    else if (line.trim() !== '') break;
    at = next;
  }
  return { fields: lines.map(({ name, pieces }) => ({ name, value: pieces.join('').trim() })), content: at };
}

/**
 * Splits a value from its parameters (RFC 2045, 5.1, RFC 2183). Comments are skipped, a parameter that is repeated counts
 * as it is first, and what follows a quoted string is left out.
 */
function parseParameters(text: string): Parameterized {
  const params = new Map<string, string>();
  const pieces: string[] = [];
  let piece = '';
  let isQuoted = false;
  let comments = 0;
  // Reading the end of the piece would copy it each time.
  let previous = ' ';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    const before = previous;
    previous = character;
    if (isQuoted && character === '\\') {
      piece += character + (text[at + 1] ?? '');
      at += 1;
    } else if (character === '"' && comments === 0) {
      isQuoted = !isQuoted;
      piece += character;
    } else if (isQuoted) piece += character;
    else if (character === '(' && (comments > 0 || before === ' ' || before === '\t')) comments += 1;
    else if (character === ')' && comments > 0) comments -= 1;
    else if (comments > 0) continue;
    else if (character === ';') {
      pieces.push(piece);
      piece = '';
    } else piece += character;
  }
  // A parenthesis that is never closed is no comment.
  if (comments > 0 && text.indexOf(';', text.lastIndexOf('(')) >= 0)
    return parseParameters(text.replaceAll('(', ' '));
  pieces.push(piece);
  const [value = '', ...rest] = pieces;
  for (const each of rest) {
    const equals = each.indexOf('=');
    const name = (equals < 0 ? each : each.slice(0, equals)).trim().toLowerCase();
    if (name !== '' && !params.has(name)) params.set(name, unquoted(each.slice(equals + 1).trim()));
  }
  return { value: unquoted(value.trim()).toLowerCase(), params };
}

function unquoted(value: string): string {
  if (!value.startsWith('"')) return value;
  let text = '';
  for (let at = 1; at < value.length && value[at] !== '"'; at += 1) {
    // Windows programs write paths without escaping their separators.
    if (value[at] === '\\' && /["\\]/.test(value[at + 1] ?? '')) at += 1;
    text += value[at] ?? '';
  }
  return text;
}

/** The ranges of the parts between the lines of a boundary (RFC 2046, 5.1.1). */
function rangesOf(file: Buffer, start: number, end: number, boundary: string): [number, number][] {
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  const ranges: [number, number][] = [];
  let open: number | undefined;
  for (let at = file.indexOf(mark, start); at >= 0 && at < end; at = file.indexOf(mark, at + mark.length)) {
    if (at > start && file[at - 1] !== LF) continue;
    const found = file.indexOf(LF, at);
    const lineEnd = found < 0 || found > end ? end : found;
    const rest = file.toString('latin1', at + mark.length, Math.min(lineEnd, at + mark.length + 100)).trim();
    if (rest !== '' && rest !== '--') continue;
    // The line break before a boundary belongs to it.
    const partEnd = at - (file[at - 2] === CR ? 2 : 1);
    if (open !== undefined) ranges.push([open, Math.max(open, partEnd)]);
    if (rest === '--') return ranges;
    open = Math.min(end, lineEnd + 1);
  }
  if (open !== undefined) ranges.push([open, end]);
  return ranges;
}

const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** Parses a message into its parts. Throws ConversionError `too_complex` beyond the limits. */
export function parseMime(bytes: Uint8Array): MimePart {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;

  function readPart(start: number, end: number, depth: number, usualType: string): MimePart {
    count += 1;
    if (count > MAX_PARTS)
      throw new ConversionError('too_complex', `The message has more than ${MAX_PARTS} parts. Split it.`);
    const { fields, content } = readHeader(file, start, end);
    const header = { fields };
    const declared = parseParameters(fieldOf(header, 'content-type') ?? '');
    const type = TYPE.test(declared.value) ? declared : { ...declared, value: usualType };
    const disposition = parseParameters(fieldOf(header, 'content-disposition') ?? '');
    const isMultipart = type.value.startsWith('multipart/');
    const boundary = isMultipart ? (type.params.get('boundary') ?? '').trimEnd() : '';
    const ranges = boundary === '' ? [] : rangesOf(file, content, end, boundary);
    if (ranges.length > 0) {
      if (depth >= MAX_NESTING)
        throw new ConversionError(
          'too_complex',
          `The parts of the message are nested more than ${MAX_NESTING} levels deep. Simplify it.`,
        );
      const inner = type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
      const parts = ranges.map(([from, to]) => readPart(from, to, depth + 1, inner));
      return { fields, type, disposition, parts, content: new Uint8Array() };
    }
    const encoding = parseParameters(fieldOf(header, 'content-transfer-encoding') ?? '').value;
    return {
      fields,
      // A multipart whose parts cannot be found is shown as its text.
      type: isMultipart ? { value: 'text/plain', params: new Map() } : type,
      disposition,
      parts: [],
      content: decodeTransfer(file.subarray(content, end), encoding),
    };
  }

  return readPart(startOf(file), file.length, 0, 'text/plain');
}

/** Where the header starts: after a byte order mark, empty lines, and the line that separates the messages of an mbox. */
function startOf(file: Buffer): number {
  let at = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf ? 3 : 0;
  while (file[at] === LF || file[at] === CR) at += 1;
  if (/^>?From /.test(file.toString('latin1', at, at + 6))) {
    const lineEnd = file.indexOf(LF, at);
    return lineEnd < 0 ? file.length : lineEnd + 1;
  }
  return at;
}
