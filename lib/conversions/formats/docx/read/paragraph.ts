import { appendAll } from '../../../base/arrays.ts';
import type { FlatBlock } from '../../../document/assemble-blocks.ts';
import { type Inline, textRun } from '../../../document/document-tree.ts';
import { mainLanguage, withLanguage } from '../../../document/languages.ts';
import { trimLine, withoutCommon } from '../../../document/trim-line.ts';
import { lineBlocks, paragraphOf } from '../../../shared/wordprocessing/line-blocks.ts';
import { isOn, type RunStyle } from '../../../shared/wordprocessing/run-style.ts';
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
    return isEmpty ? [] : [{ kind: 'block', block: paragraphOf(content, style), indent }];
  if (place.isWordy)
    return [{ kind: 'block', block: paragraphOf(labelled(content, place), style), indent: 0 }];
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
      blocks: isEmpty ? [] : [paragraphOf(content, style)],
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
    else appendAll(out, lineBlocks(segment, style, { own: indentOf(properties), whole: style.indent ?? 0 }));
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
