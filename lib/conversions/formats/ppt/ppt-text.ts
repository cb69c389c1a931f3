import { assembleBlocks, type FlatBlock } from '../../document/assemble-blocks.ts';
import { type Inline, type TreeBlock, textRun } from '../../document/document-tree.ts';
import { trimLine } from '../../document/trim-line.ts';
import { type PptRecord, types } from './ppt-records.ts';

/** A text of a slide and the type of its placeholder. [MS-PPT] 2.13.33. */
export interface PptText {
  readonly kind: 'title' | 'body' | 'notes' | 'other';
  readonly isCenteredTitle: boolean;
  readonly text: string;
  readonly paragraphs: readonly ParagraphFormat[];
}

interface ParagraphFormat {
  /** Number of characters, including the terminator. */
  readonly length: number;
  readonly level: number;
  /** Undefined if inherited from the master. */
  readonly hasBullet: boolean | undefined;
}

const kinds: Readonly<Record<number, PptText['kind']>> = {
  0: 'title',
  1: 'body',
  2: 'notes',
  5: 'body',
  6: 'title',
  7: 'body',
  8: 'body',
};
const CENTERED_TITLE = 6;
const CENTERED_BODY = 5;

/** Bytes that each set bit of a mask adds after it, in order. [MS-PPT] 2.9.20, TextPFException. */
const fields: readonly (readonly [mask: number, bytes: number])[] = [
  [0x0000_0080, 2],
  [0x0000_0010, 2],
  [0x0000_0040, 2],
  [0x0000_0020, 4],
  [0x0000_0800, 2],
  [0x0000_1000, 2],
  [0x0000_2000, 2],
  [0x0000_4000, 2],
  [0x0000_0100, 2],
  [0x0000_0400, 2],
  [0x0000_8000, 2],
];
const TAB_STOPS = 0x0010_0000;
const FONT_ALIGN = 0x0001_0000;
const WRAP_FLAGS = 0x000e_0000;
const DIRECTION = 0x0020_0000;

/** Reads the levels and list markers of paragraphs. [MS-PPT] 2.9.44, StyleTextPropAtom. */
function paragraphFormats(body: Buffer, characters: number): ParagraphFormat[] {
  const formats: ParagraphFormat[] = [];
  let covered = 0;
  let at = 0;
  while (covered <= characters && at + 10 <= body.length) {
    const length = body.readUInt32LE(at);
    const level = Math.min(4, body.readUInt16LE(at + 4));
    const mask = body.readUInt32LE(at + 6);
    at += 10;
    let hasBullet: boolean | undefined;
    if ((mask & 0xf) !== 0 && at + 2 <= body.length) {
      if ((mask & 1) !== 0) hasBullet = (body.readUInt16LE(at) & 1) === 1;
      at += 2;
    }
    for (const [bit, bytes] of fields) if ((mask & bit) !== 0) at += bytes;
    if ((mask & TAB_STOPS) !== 0 && at + 2 <= body.length) at += 2 + body.readUInt16LE(at) * 4;
    if ((mask & FONT_ALIGN) !== 0) at += 2;
    if ((mask & WRAP_FLAGS) !== 0) at += 2;
    if ((mask & DIRECTION) !== 0) at += 2;
    formats.push({ length, level, hasBullet });
    if (length === 0) break;
    covered += length;
  }
  return formats;
}

const latin = (bytes: Buffer): string => bytes.toString('latin1');

/** Builds texts from the consecutive records in a slide list or text box. */
export function readTexts(records: Iterable<PptRecord>): PptText[] {
  const texts: PptText[] = [];
  let type: number | undefined;
  for (const record of records) {
    const { body } = record;
    if (record.type === types.textHeader && body.length >= 4) {
      type = body.readUInt32LE(0);
      texts.push({
        kind: kinds[type] ?? 'other',
        isCenteredTitle: type === CENTERED_TITLE,
        text: '',
        paragraphs: [],
      });
      continue;
    }
    const last = texts.at(-1);
    if (last === undefined) continue;
    if (record.type === types.textCharacters)
      texts[texts.length - 1] = { ...last, text: body.toString('utf16le') };
    else if (record.type === types.textBytes) texts[texts.length - 1] = { ...last, text: latin(body) };
    else if (record.type === types.textStyle) {
      const paragraphs = paragraphFormats(body, last.text.length);
      // A centred body is a subtitle, whose master has no list markers.
      const formats =
        type === CENTERED_BODY
          ? paragraphs.map((format) => ({ ...format, hasBullet: format.hasBullet ?? false }))
          : paragraphs;
      texts[texts.length - 1] = { ...last, paragraphs: formats };
    }
  }
  return texts;
}

/** A line, split at vertical tabs. Ignores `*`, the footer placeholder for a page number or date. */
function lineOf(text: string): Inline[] {
  return trimLine(
    text
      .split('\v')
      .flatMap((part, index): Inline[] =>
        index === 0 ? [textRun(part)] : [{ kind: 'line_break' }, textRun(part)],
      ),
  );
}

/** A title on one line. */
export const titleLine = ({ text }: PptText): Inline[] =>
  trimLine([textRun(text.replaceAll(/[\r\v]+/g, ' '))]);

/** A paragraph of a text. */
interface PptLine {
  readonly content: readonly Inline[];
  readonly level: number;
  readonly isItem: boolean;
}

/** Splits a text into its paragraphs. */
function linesOf({ kind, text, paragraphs }: PptText): PptLine[] {
  const lines: PptLine[] = [];
  let at = 0;
  let index = 0;
  let covered = paragraphs[0]?.length ?? Number.POSITIVE_INFINITY;
  for (const line of text.split('\r')) {
    while (at >= covered && index + 1 < paragraphs.length) {
      index += 1;
      covered += paragraphs[index]?.length ?? 0;
    }
    at += line.length + 1;
    const content = lineOf(line);
    if (content.length === 0) continue;
    const format = paragraphs[index];
    const isItem = format?.hasBullet ?? (kind === 'body' && paragraphs.length > 0);
    lines.push({ content, level: format?.level ?? 0, isItem });
  }
  return lines;
}

/** Converts a text to blocks: list items if the slide shows markers. */
export const textBlocks = (text: PptText): TreeBlock[] =>
  assembleBlocks(
    linesOf(text).map(({ content, level, isItem }): FlatBlock => {
      const block: TreeBlock = { kind: 'paragraph', content };
      return isItem
        ? { kind: 'item', list: 'text', level, ordered: false, number: 1, indent: 0, blocks: [block] }
        : { kind: 'block', block };
    }),
  );
