import { appendAll } from '../../../base/arrays.ts';
import { trimLineEnds } from '../../../base/trim-text.ts';
import type { FlatBlock } from '../../../document/assemble-blocks.ts';
import { type Inline, inlineText, type TreeBlock, textRun } from '../../../document/document-tree.ts';
import { mainLanguage, withLanguage } from '../../../document/languages.ts';
import { trimLine, withoutCommon } from '../../../document/trim-line.ts';
import { isOn, type RunStyle } from '../../../shared/wordprocessing/run-style.ts';
import { styleFacts } from '../../../shared/wordprocessing/style-kinds.ts';
import { childOf, descend, type XmlElement } from '../../../shared/xml/element.ts';
import { createLine, type DocxContext, type Line } from './context.ts';
import { changedStyle, isBox, isMarkAbsent, readLine } from './line.ts';
import type { ListPlace } from './numbering.ts';
import { indentOf, overlayParagraph, type ParagraphStyle, readParagraphProperties } from './styles.ts';

/** Content of a paragraph whose mark is not in the version, or of a drop cap; the next paragraph starts with it. */
export interface Carry {
  line: Line | undefined;
}

const pageBreak: FlatBlock = { kind: 'block', block: { kind: 'page_break' } };

function styleOf(properties: XmlElement | undefined, context: DocxContext): ParagraphStyle {
  const id = childOf(properties, 'w:pStyle')?.attributes['w:val'];
  return overlayParagraph(context.styles.paragraph(id), readParagraphProperties(properties));
}

/** Removes text styles that come from the heading or code style itself. */
function runStyleOf(style: ParagraphStyle, isHeading: boolean, context: DocxContext): RunStyle {
  const { font: _, ...run } = style.run;
  const mono = context.styles.isMonospaced ? undefined : run.mono;
  return isHeading ? { hidden: run.hidden, languages: run.languages, paint: run.paint } : { ...run, mono };
}

const isAllCode = (line: readonly Inline[]): boolean =>
  line.some((inline) => inline.kind === 'text') &&
  line.every((inline) =>
    inline.kind === 'text' ? inline.code === true || inline.text.trim() === '' : inline.kind === 'line_break',
  );

/** The text of code. Removes only trailing white space of lines. */
const codeText = (line: readonly Inline[]): string => trimLineEnds(inlineText(line));

const paragraph = (content: readonly Inline[], style: ParagraphStyle): TreeBlock => ({
  kind: 'paragraph',
  content,
  // Left is the default.
  align: style.align === 'left' ? undefined : style.align,
  ...styleFacts(style),
});

/**
 * Makes formulas display formulas if a paragraph has no other content: one alone, or several that nothing separates. Those with
 * spaces between them are a line.
 */
function displayed(content: readonly Inline[], style: ParagraphStyle): FlatBlock[] | undefined {
  const formulas = content.filter((inline) => inline.kind === 'math');
  const isAlone = content.every(
    ({ kind, ...inline }) =>
      kind === 'math' || kind === 'line_break' || ('text' in inline && inline.text.trim() === ''),
  );
  const isLine =
    content.some(({ kind }) => kind === 'text') && formulas.some((formula) => formula.display !== true);
  if (formulas.length === 0 || !isAlone || (formulas.length > 1 && isLine)) return undefined;
  return formulas.map((formula) => ({
    kind: 'block',
    block: paragraph([{ ...formula, display: true }], style),
  }));
}

/** `ownIndent` is that of the paragraph itself, in twips. */
function flatBlocks(
  line: readonly Inline[],
  style: ParagraphStyle,
  ownIndent: number | undefined,
): FlatBlock[] {
  if (style.isCode === true) return [{ kind: 'code', text: codeText(line), indent: ownIndent }];
  const content = trimLine(line);
  if (content.length === 0)
    return style.isRule === true ? [{ kind: 'block', block: { kind: 'rule' }, indent: ownIndent }] : [];
  const formulas = displayed(content, style);
  if (formulas !== undefined) return formulas;
  const { quoteLevel: level } = style;
  if (level !== undefined)
    return [
      { kind: 'quote', block: paragraph(withoutCommon(content, 'italic'), style), level, indent: ownIndent },
    ];
  if (isAllCode(content)) {
    // Otherwise prose in a monospaced font would be marked as inline code.
    return [{ kind: 'mono', text: codeText(line), block: paragraph(withoutCommon(content, 'code'), style) }];
  }
  // As in a heading, the style of the whole line is that of captions.
  const shown = style.isCaption === true ? withoutCommon(content, 'bold', 'italic') : content;
  return [{ kind: 'block', block: paragraph(shown, style), indent: style.indent ?? 0 }];
}

function labelled(content: readonly Inline[], place: ListPlace | undefined): Inline[] {
  return place === undefined || place.label === '' ? [...content] : [textRun(`${place.label} `), ...content];
}

function headingBlocks(line: readonly Inline[], level: number, place: ListPlace | undefined): FlatBlock[] {
  const content = withoutCommon(trimLine(line), 'bold', 'italic', 'underline', 'code');
  if (content.length === 0) return [];
  const label = place?.label === '' ? undefined : place?.label;
  return [{ kind: 'block', block: { kind: 'heading', level, label, content } }];
}

/** The state of a task whose bullet is its box. */
const checkedOf = ({ ordered, shownLabel }: ListPlace): boolean | undefined =>
  ordered || !isBox(shownLabel) ? undefined : shownLabel !== '☐';

function itemBlocks(
  line: readonly Inline[],
  place: ListPlace,
  style: ParagraphStyle,
  checked: boolean | undefined,
): FlatBlock[] {
  const content = withoutCommon(trimLine(line), 'code');
  const { list, level, ordered, number, label } = place;
  const indent = style.indent ?? place.indent;
  const isEmpty = content.length === 0 && checked === undefined;
  // A level whose labels are blank continues the item above.
  if (!ordered && place.shownLabel.trim() === '')
    return isEmpty ? [] : [{ kind: 'block', block: paragraph(content, style), indent }];
  if (place.isWordy) return [{ kind: 'block', block: paragraph(labelled(content, place), style), indent: 0 }];
  return [
    {
      kind: 'item',
      list,
      level,
      ordered,
      number,
      label,
      indent,
      // Word numbers empty paragraphs, as in columns of numbers.
      blocks: isEmpty ? [] : [paragraph(content, style)],
      checked: checked ?? checkedOf(place),
    },
  ];
}

// A leading checkbox makes a list item, even if the paragraph is not in a list.
const taskPlace: ListPlace = {
  list: 'tasks',
  level: 0,
  ordered: false,
  number: 1,
  label: '',
  isWordy: false,
  indent: 0,
  shownLabel: '☐',
};

function placeOf(
  line: Line,
  properties: XmlElement | undefined,
  style: ParagraphStyle,
  context: DocxContext,
): ListPlace | undefined {
  const shows = line.hasText || line.checkbox !== undefined;
  // Word hides a paragraph whose text and mark are hidden.
  const isHidden = !shows && isOn(descend(properties, 'w:rPr', 'w:vanish')) === true;
  const { numbering } = style;
  const place =
    numbering === undefined || numbering.id === '0' || isHidden
      ? undefined
      : context.numbering.next(numbering, style.id);
  return place ?? (line.checkbox === undefined ? undefined : taskPlace);
}

function blocksOf(
  line: Line,
  place: ListPlace | undefined,
  style: ParagraphStyle,
  properties: XmlElement | undefined,
): FlatBlock[] {
  const level = style.headingLevel ?? 0;
  const out: FlatBlock[] = [];
  let hasBegun = false;
  for (const [index, segment] of line.segments.entries()) {
    if (index > 0) out.push(pageBreak);
    // The label precedes the first text; without text it is after all page breaks.
    const begins = trimLine(segment).length > 0 || index === line.segments.length - 1;
    const own = begins && !hasBegun ? place : undefined;
    hasBegun ||= begins;
    if (level > 0) appendAll(out, headingBlocks(segment, level, own));
    else if (own !== undefined) appendAll(out, itemBlocks(segment, own, style, line.checkbox));
    else appendAll(out, flatBlocks(segment, style, indentOf(properties)));
  }
  return out;
}

/** Whether a paragraph is the large first letter of the next one (ECMA-376 part 1, 17.3.1.11). */
const isDropCap = (properties: XmlElement | undefined): boolean =>
  ['drop', 'margin'].includes(childOf(properties, 'w:framePr')?.attributes['w:dropCap'] ?? '');

/** Reads a paragraph and the objects anchored in it. */
export function readParagraph(element: XmlElement, context: DocxContext, carry: Carry): FlatBlock[] {
  const properties = childOf(element, 'w:pPr');
  const style = styleOf(properties, context);
  const line = carry.line ?? createLine();
  carry.line = undefined;
  line.backing = style.isShaded === true ? 'unknown' : context.backing;
  const isHeading = (style.headingLevel ?? 0) > 0;
  const base = runStyleOf(style, isHeading, context);
  const run = context.change === undefined ? base : changedStyle(base, context, context.change);
  readLine(element, { style: run, href: undefined }, context, line);
  context.fields.endParagraph();
  if (isMarkAbsent(properties, context) || isDropCap(properties)) {
    carry.line = line;
    return [];
  }
  const place = placeOf(line, properties, style, context);
  const blocks = blocksOf(line, place, style, properties);
  const before = style.pageBreakBefore === true && blocks.length > 0 ? [pageBreak] : [];
  const lang = mainLanguage(line.languages);
  const spoken = blocks.map((block) => withLanguage(block, lang));
  return [...before, ...context.anchors.putOn(spoken), ...line.boxes];
}
