import { nameTable } from '../../base/name-table.ts';
import { formatNumber } from '../../base/number-formats.ts';
import type { FlatBlock } from '../../document/assemble-blocks.ts';
import { type Inline, type TextStyle, type TreeBlock, textRun } from '../../document/document-tree.ts';
import { trimLine, withoutCommon } from '../../document/trim-line.ts';
import { isOn } from '../../shared/ooxml/on-off.ts';
import { levelOf, linkIdOf, type TextPiece, textPieces } from '../../shared/ooxml/text-pieces.ts';
import { isMonospaced } from '../../shared/wordprocessing/style-kinds.ts';
import { childOf, elementsOf, type XmlElement } from '../../shared/xml/element.ts';
import { type Bullet, bulletOf, levelStyle } from './layouts.ts';

/** The context of a shape's text. */
export interface TextContext {
  /** The external URL of a relationship, or `#` and the part of a slide; undefined for others. */
  readonly linkTo: (id: string) => string | undefined;
  /** The inherited list marker of a level. */
  readonly inherited: (level: number) => Bullet | undefined;
  /** Distinguishes the list items of this shape from those of other shapes. */
  readonly list: string;
}

const numberFormats: Readonly<Record<string, string>> = nameTable({
  arabic: 'decimal',
  alphaLc: 'lowerLetter',
  alphaUc: 'upperLetter',
  romanLc: 'lowerRoman',
  romanUc: 'upperRoman',
});

/** Formats a number of a list by its scheme, such as `alphaLcParenBoth`; ECMA-376 part 1, 20.1.10.61. */
function autoNumberText(number: number, scheme: string): string {
  const [, kind = '', ending = ''] = /^([a-zA-Z]+?)(Period|ParenBoth|ParenR|Plain|Minus)$/.exec(scheme) ?? [];
  const text = formatNumber(number, numberFormats[kind] ?? 'decimal');
  if (ending === 'ParenBoth') return `(${text})`;
  if (ending === 'ParenR') return `${text})`;
  return ending === 'Plain' ? text : `${text}.`;
}

function styleOf(properties: XmlElement | undefined): TextStyle {
  const { b, i, u, strike, baseline } = properties?.attributes ?? {};
  const raised = Number.parseInt(baseline ?? '0', 10);
  const font = childOf(properties, 'a:latin')?.attributes.typeface ?? '';
  return {
    bold: isOn(b) || undefined,
    italic: isOn(i) || undefined,
    underline: u !== undefined && u !== 'none' ? true : undefined,
    strike: strike !== undefined && strike !== 'noStrike' ? true : undefined,
    code: isMonospaced(font) || undefined,
    superscript: raised > 0 || undefined,
    subscript: raised < 0 || undefined,
  };
}

function readText({ text, properties }: TextPiece & { kind: 'text' }, context: TextContext): Inline {
  const id = linkIdOf(properties);
  const href = id === undefined ? undefined : context.linkTo(id);
  const style = styleOf(properties);
  return textRun(text, { ...style, underline: href === undefined ? style.underline : undefined, href });
}

function readLine(paragraph: XmlElement | undefined, context: TextContext): Inline[] {
  return Array.from(textPieces(paragraph), (piece): Inline => {
    if (piece.kind === 'break') return { kind: 'line_break' };
    return piece.kind === 'math' ? piece : readText(piece, context);
  });
}

/** All text of a shape on one line, for titles. */
export function readTitle(body: XmlElement | undefined, context: TextContext): Inline[] {
  const lines = [...elementsOf(body)]
    .filter(({ name }) => name === 'a:p')
    .map((paragraph) => trimLine(readLine(paragraph, context)))
    .filter((line) => line.length > 0);
  const joined = lines.flatMap((line, index) => (index === 0 ? line : [textRun(' '), ...line]));
  const title = joined.map((inline) => (inline.kind === 'line_break' ? textRun(' ') : inline));
  return withoutCommon(title, 'bold', 'italic', 'underline');
}

/** Reads the text of a shape, cell or notes page as paragraphs and list items. */
export function readTextBody(body: XmlElement | undefined, context: TextContext): FlatBlock[] {
  const styles = childOf(body, 'a:lstStyle');
  const counts: ({ readonly list: string; readonly number: number } | undefined)[] = [];
  const flat: FlatBlock[] = [];
  for (const paragraph of elementsOf(body)) {
    if (paragraph.name !== 'a:p') continue;
    const content = trimLine(readLine(paragraph, context));
    if (content.length === 0) continue;
    const properties = childOf(paragraph, 'a:pPr');
    const level = levelOf(properties);
    const bullet =
      bulletOf(properties) ?? bulletOf(levelStyle(styles, level)) ?? context.inherited(level) ?? 'none';
    const block: TreeBlock = { kind: 'paragraph', content };
    counts.length = Math.min(counts.length, level + 1);
    if (bullet === 'none') {
      counts[level] = undefined;
      // Text of a deeper level without a marker belongs to the item above.
      flat.push({ kind: 'block', block, ...(level > 0 ? { indent: level } : {}) });
      continue;
    }
    const item = { kind: 'item', level, indent: level + 1, blocks: [block] } as const;
    if (bullet === 'bullet') {
      counts[level] = undefined;
      flat.push({ ...item, list: context.list, ordered: false, number: 1 });
      continue;
    }
    // Numbers of another scheme or start are another list.
    const list = `${context.list} ${bullet.scheme} ${bullet.numberedFrom}`;
    const before = counts[level];
    const number = before?.list === list ? before.number + 1 : bullet.numberedFrom;
    counts[level] = { list, number };
    flat.push({ ...item, list, ordered: true, number, label: autoNumberText(number, bullet.scheme) });
  }
  return flat;
}
