import { appendAll } from '../../base/arrays.ts';
import type { FlatBlock } from '../../document/assemble-blocks.ts';
import { type Inline, type TextStyle, type TreeBlock, textRun } from '../../document/document-tree.ts';
import { trimLine, withoutCommon } from '../../document/trim-line.ts';
import { ommlToTex } from '../../shared/math/omml-to-tex.ts';
import { alternative } from '../../shared/ooxml/drawing-properties.ts';
import { isMonospaced } from '../../shared/wordprocessing/style-kinds.ts';
import {
  childOf,
  descendants,
  elementsOf,
  integerOf,
  textOfElement,
  type XmlElement,
} from '../../shared/xml/element.ts';
import { type Bullet, bulletOf, levelStyle } from './layouts.ts';

/** The context of a shape's text. */
export interface TextContext {
  /** The external URL of a relationship; undefined for an internal one. */
  readonly linkTo: (id: string) => string | undefined;
  /** The inherited list marker of a level. */
  readonly inherited: (level: number) => Bullet | undefined;
  /** Distinguishes the list items of this shape from those of other shapes. */
  readonly list: string;
}

// ECMA-376 part 1, 21.1.2.2.7: levels are 0 to 8.
const MAX_LEVEL = 8;

const isTrue = (value: string | undefined): true | undefined =>
  value === '1' || value === 'true' ? true : undefined;

function styleOf(properties: XmlElement | undefined): TextStyle {
  const { b, i, u, strike, baseline } = properties?.attributes ?? {};
  const raised = Number.parseInt(baseline ?? '0', 10);
  const font = childOf(properties, 'a:latin')?.attributes.typeface ?? '';
  return {
    bold: isTrue(b),
    italic: isTrue(i),
    underline: u !== undefined && u !== 'none' ? true : undefined,
    strike: strike !== undefined && strike !== 'noStrike' ? true : undefined,
    code: isMonospaced(font) || undefined,
    superscript: raised > 0 || undefined,
    subscript: raised < 0 || undefined,
  };
}

function readRun(run: XmlElement, context: TextContext): Inline {
  const properties = childOf(run, 'a:rPr');
  const id = childOf(properties, 'a:hlinkClick')?.attributes['r:id'];
  const href = id === undefined || id === '' ? undefined : context.linkTo(id);
  const style = styleOf(properties);
  const text = textOfElement(childOf(run, 'a:t')).replaceAll('\v', '\n');
  return textRun(text, { ...style, underline: href === undefined ? style.underline : undefined, href });
}

/** Reads the runs of a paragraph (`a:p`). */
export function readTextLine(paragraph: XmlElement | undefined, context: TextContext): Inline[] {
  const line: Inline[] = [];
  for (const child of elementsOf(paragraph)) {
    switch (child.name) {
      case 'a:r':
      case 'a:fld':
        line.push(readRun(child, context));
        break;
      case 'a:br':
        line.push({ kind: 'line_break' });
        break;
      case 'a14:m':
        for (const formula of descendants(child, 'm:oMath')) {
          const tex = ommlToTex(formula);
          if (tex !== '') line.push({ kind: 'math', tex });
        }
        break;
      case 'mc:AlternateContent':
        appendAll(line, readTextLine(alternative(child), context));
        break;
    }
  }
  return line;
}

/** All text of a shape on one line, for titles. */
export function readTitle(body: XmlElement | undefined, context: TextContext): Inline[] {
  const lines = [...elementsOf(body)]
    .filter(({ name }) => name === 'a:p')
    .map((paragraph) => trimLine(readTextLine(paragraph, context)))
    .filter((line) => line.length > 0);
  const joined = lines.flatMap((line, index) => (index === 0 ? line : [textRun(' '), ...line]));
  const title = joined.map((inline) => (inline.kind === 'line_break' ? textRun(' ') : inline));
  return withoutCommon(title, 'bold', 'italic', 'underline');
}

/** Reads the text of a shape, cell or notes page as paragraphs and list items. */
export function readTextBody(body: XmlElement | undefined, context: TextContext): FlatBlock[] {
  const styles = childOf(body, 'a:lstStyle');
  const counts: (number | undefined)[] = [];
  const flat: FlatBlock[] = [];
  for (const paragraph of elementsOf(body)) {
    if (paragraph.name !== 'a:p') continue;
    const content = trimLine(readTextLine(paragraph, context));
    if (content.length === 0) continue;
    const properties = childOf(paragraph, 'a:pPr');
    const level = Math.min(MAX_LEVEL, Math.max(0, integerOf(properties, 'lvl') ?? 0));
    const bullet =
      bulletOf(properties) ?? bulletOf(levelStyle(styles, level)) ?? context.inherited(level) ?? 'none';
    const block: TreeBlock = { kind: 'paragraph', content };
    counts.length = Math.min(counts.length, level + 1);
    if (bullet === 'none') {
      counts[level] = undefined;
      flat.push({ kind: 'block', block });
      continue;
    }
    const ordered = bullet !== 'bullet';
    const number = ordered ? (counts[level] ?? bullet.numberedFrom - 1) + 1 : 1;
    counts[level] = ordered ? number : undefined;
    flat.push({ kind: 'item', list: context.list, level, ordered, number, indent: 0, blocks: [block] });
  }
  return flat;
}
