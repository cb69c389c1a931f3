import { isAscii } from 'node:buffer';
import type { Charsets } from './charsets.ts';
import { hasShifts } from './seven-bit-charsets.ts';
import { decodeBase64, decodeQuotedPrintable } from './transfer-encodings.ts';

// RFC 2047, 2. A language may follow the character set (RFC 2231, 5).
const WORD = /=\?([^?\s]+)\?([QqBb])\?([^?]*)\?=/g;
interface Word {
  readonly charset: string;
  /** Q or B. */
  readonly encoding: string;
  /** Joined once at the end, because appending to a growing text would copy it each time. */
  readonly pieces: string[];
  characters: number;
}

const isPlainAscii = (text: string): boolean => {
  const bytes = Buffer.from(text, 'latin1');
  return isAscii(bytes) && !hasShifts(bytes);
};

function bytesOf({ encoding, pieces }: Word): Buffer {
  const text = pieces.join('');
  return encoding === 'B'
    ? decodeBase64(Buffer.from(text, 'latin1'))
    : decodeQuotedPrintable(Buffer.from(text.replaceAll('_', ' '), 'latin1'));
}

/** Appends a word. Programs that count bytes split Base64 inside its groups of four characters. */
function addWord(words: Word[], charset: string, encoding: string, text: string): void {
  const last = words.at(-1);
  const isCut =
    last?.encoding === 'B' &&
    encoding === 'B' &&
    last.characters % 4 !== 0 &&
    last.pieces.at(-1)?.endsWith('=') !== true;
  if (isCut) {
    last.pieces.push(text);
    last.characters += text.length;
  } else words.push({ charset, encoding, pieces: [text], characters: text.length });
}

/** Decodes words of one character set together, because a character may be cut between them. */
function decodeRun(words: readonly Word[], charsets: Charsets): string {
  const [first] = words;
  if (first === undefined) return '';
  const pieces = words.map(bytesOf);
  const together = charsets.decode(Buffer.concat(pieces), [first.charset]);
  if (!together.includes('\ufffd')) return together;
  const apart = pieces.map((piece) => charsets.decode(piece, [first.charset])).join('');
  return apart.includes('\ufffd') ? together : apart;
}

/**
 * Decodes a field value whose characters are bytes: encoded words, and unencoded text. `place` receives each decoded word, so that
 * readers do not take its characters for the field's syntax.
 */
export function decodeHeader(
  value: string,
  charsets: Charsets,
  place: (text: string) => string = (text) => text,
): string {
  let text = '';
  let at = 0;
  let words: Word[] = [];
  let charset = '';
  const endRun = (): void => {
    if (words.length > 0) text += place(decodeRun(words, charsets));
    words = [];
  };
  const plain = (part: string): string =>
    isPlainAscii(part) ? part : charsets.decode(Buffer.from(part, 'latin1'));
  for (const match of value.matchAll(WORD)) {
    const [whole, label = '', encoding = '', encoded = ''] = match;
    const between = value.slice(at, match.index);
    const name = (label.split('*')[0] ?? '').toLowerCase();
    // Blanks between words are not part of the text.
    const follows = words.length > 0 && between.trim() === '';
    if (!follows || name !== charset) endRun();
    if (!follows) text += plain(between);
    charset = name;
    addWord(words, name, encoding.toUpperCase(), encoded);
    at = match.index + whole.length;
  }
  endRun();
  return text + plain(value.slice(at));
}

/** Writes text as one encoded word, for parsers that decode words themselves. */
export const encodedWord = (text: string): string =>
  `=?utf-8?B?${Buffer.from(text).toString('base64').replaceAll('=', '')}?=`;

const SECTION = /^(.{1,60}?)\*(?:(\d{1,4})(\*)?)?$/;
const EXTENDED = /^([^']{0,60})'[^']{0,60}'/;

const percentDecoded = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    ),
    'latin1',
  );

/**
 * Returns the text of a parameter: in sections or with a character set (RFC 2231), in encoded words, as some programs write it, or
 * plain. Returns undefined if there is none.
 */
export function parameterText(
  params: ReadonlyMap<string, string>,
  name: string,
  charsets: Charsets,
): string | undefined {
  const sections: { number: number; isExtended: boolean; value: string }[] = [];
  for (const [key, value] of params) {
    const [, own, number, star] = SECTION.exec(key) ?? [];
    if (own === name)
      sections.push({
        number: Number(number ?? 0),
        isExtended: number === undefined || star === '*',
        value,
      });
  }
  if (sections.length === 0) {
    const value = params.get(name);
    return value === undefined ? undefined : decodeHeader(value, charsets);
  }
  sections.sort((one, other) => one.number - other.number);
  const [first] = sections;
  const [mark = '', charset = ''] = (first?.isExtended === true && EXTENDED.exec(first.value)) || [];
  const bytes = sections.map(({ isExtended, value }, at) => {
    const text = at === 0 ? value.slice(mark.length) : value;
    return isExtended ? percentDecoded(text) : Buffer.from(text, 'latin1');
  });
  const isPlain = sections.every(({ isExtended }) => !isExtended);
  const whole = Buffer.concat(bytes);
  return isPlain ? decodeHeader(whole.toString('latin1'), charsets) : charsets.decode(whole, [charset]);
}
