import { merged } from '../../../base/merged.ts';
import type { FlatBlock } from '../../../document/assemble-blocks.ts';
import { type Inline, type TreeBlock, textRun } from '../../../document/document-tree.ts';
import { mergeRuns } from '../../../document/merge-runs.ts';
import type { ParagraphLayout } from '../../../document/page-layout.ts';
import {
  overlay,
  type RunStyle,
  readRunStyle,
  toTextStyle,
} from '../../../shared/wordprocessing/run-style.ts';
import { childOf, type XmlElement } from '../../../shared/xml/element.ts';
import type { DocxContext, Line } from './context.ts';
import type { LayoutContext } from './layout-context.ts';
import type { ListPlace } from './numbering.ts';
import { type ParagraphFormat, readParagraphFormat } from './paragraph-format.ts';
import { readRunFormat } from './run-format.ts';
import type { ParagraphStyle } from './styles.ts';

const pageBreak: FlatBlock = { kind: 'block', block: { kind: 'page_break' } };

/** The run style of a paragraph: the document's defaults, then the table's style, then its own. */
export function baseRun(id: string | undefined, layout: LayoutContext, { styles }: DocxContext): RunStyle {
  const { run } = styles.defaults;
  const under = layout.around === undefined ? run : overlay(run, layout.around.run);
  return overlay(under, styles.bare(id).run);
}

/** Reads `w:rPr` with page layout. */
export function readLaidRun(properties: XmlElement | undefined, { theme }: LayoutContext): RunStyle {
  return { ...readRunStyle(properties), layout: readRunFormat(properties, theme) };
}

/** The layout of a paragraph: an item's level overrides the style unless the style itself is numbered. */
function formatOf(
  properties: XmlElement | undefined,
  id: string | undefined,
  place: ListPlace | undefined,
  layout: LayoutContext,
  { styles }: DocxContext,
): ParagraphFormat {
  const own = styles.bare(id).format;
  const level =
    place?.definition === undefined ? undefined : readParagraphFormat(childOf(place.definition, 'w:pPr'));
  const isDirect = childOf(properties, 'w:numPr') !== undefined;
  const layers = [
    styles.defaults.format,
    layout.around?.format,
    ...(isDirect ? [own, level] : [level, own]),
    readParagraphFormat(properties),
  ];
  return layers.reduce((under, over) => merged(under, over), undefined) ?? {};
}

function layoutOf(format: ParagraphFormat, id: string | undefined, text: RunStyle): ParagraphLayout {
  const on = (value: boolean | undefined): true | undefined => (value === true ? true : undefined);
  return {
    spaceBefore: format.before,
    spaceAfter: format.after,
    lineHeight: format.lineHeight,
    contextual: format.contextual === true ? (id ?? '') : undefined,
    left: format.left,
    right: format.right,
    firstLine: format.firstLine,
    keepWithNext: on(format.keepWithNext),
    keepTogether: on(format.keepTogether),
    background: format.background,
    borders: format.borders,
    tabs: format.tabs,
    text: text.layout,
  };
}

/** The label of a list item with what separates it from the text. */
function labelOf(place: ListPlace, mark: RunStyle, layout: LayoutContext): Inline {
  const own = readLaidRun(childOf(place.definition, 'w:rPr'), layout);
  const style = overlay(mark, own);
  const suffix = childOf(place.definition, 'w:suff')?.attributes['w:val'];
  const after = suffix === 'space' ? ' ' : suffix === 'nothing' ? '' : '\t';
  const { code: _, ...look } = toTextStyle(style);
  return textRun(`${place.shownLabel}${after}`, { ...look, layout: style.layout });
}

/** Makes formulas display formulas if a paragraph has no other content. */
function displayed(content: readonly Inline[]): readonly Inline[] {
  const isAlone = content.every(
    (inline) => inline.kind === 'math' || (inline.kind === 'text' && inline.text.trim() === ''),
  );
  const formulas = content.filter((inline) => inline.kind === 'math');
  return formulas.length > 0 && isAlone
    ? formulas.map((formula) => ({ ...formula, display: true }))
    : content;
}

/**
 * Converts a paragraph to blocks with page layout. Nothing is trimmed or assembled, and an empty paragraph is a block: it
 * takes up a line.
 */
export function laidBlocks(
  line: Line,
  properties: XmlElement | undefined,
  style: ParagraphStyle,
  place: ListPlace | undefined,
  layout: LayoutContext,
  context: DocxContext,
): FlatBlock[] {
  const base = baseRun(style.id, layout, context);
  const mark = overlay(base, readLaidRun(childOf(properties, 'w:rPr'), layout));
  const format = formatOf(properties, style.id, place, layout, context);
  const level = style.headingLevel ?? 0;
  const align = style.align === 'left' ? undefined : style.align;
  const out: FlatBlock[] = [];
  for (const [index, segment] of line.segments.entries()) {
    const content = displayed(mergeRuns(segment));
    if (index > 0) out.push(pageBreak);
    // After a break at its end, the paragraph has no line on the next page.
    if (index > 0 && index === line.segments.length - 1 && content.length === 0) break;
    const label = index === 0 && place !== undefined ? [labelOf(place, mark, layout)] : [];
    const shown = [...label, ...content];
    const text = shown.length === 0 ? mark : base;
    const own = { content: shown, align, layout: layoutOf(format, style.id, text) };
    const block: TreeBlock =
      level > 0 && content.length > 0 ? { kind: 'heading', level, ...own } : { kind: 'paragraph', ...own };
    out.push({ kind: 'block', block });
  }
  return out;
}
