import { directionOf } from '../../../../../backends/fonts/leading-font.ts';
import { oneLine } from '../../../../../document/clean-text.ts';
import { type Inline, inlineText, type TreeBlock } from '../../../../../document/document-tree.ts';
import type { Borders, ParagraphLayout, TabStop } from '../../../../../document/page-layout.ts';
import type { LayoutContext, Place } from '../layout-context.ts';
import { clampedLength, MAX_LENGTH, roundLength } from '../lengths.ts';
import { borderData, validColour } from '../strokes.ts';
import type { BlockData, LaidParagraph } from '../typst-data.ts';
import { lineOf, type ParagraphStyle } from './faces.ts';
import { laidLine } from './laid-line.ts';

type Laid = Extract<TreeBlock, { kind: 'paragraph' | 'heading' }>;

const MAX_TABS = 64;
const MAX_MULTIPLE = 20;
// In a line with more tabs they become spaces, because the template measures the text of each.
const MAX_TABS_OF_LINE = 100;

function strokesOf(borders: Borders | undefined): readonly unknown[] | undefined {
  if (borders === undefined) return undefined;
  const sides = [borders.top, borders.right, borders.bottom, borders.left].map(borderData);
  return sides.every((side) => side === null) ? undefined : sides;
}

const tabData = (tabs: readonly TabStop[] | undefined): object[] | undefined =>
  tabs === undefined || tabs.length === 0
    ? undefined
    : tabs
        .slice(0, MAX_TABS)
        .map(({ at, align, leader }) => [clampedLength(at, -MAX_LENGTH), align, leader ?? ''])
        .toSorted((one, other) => Number(one[0]) - Number(other[0]));

/** Indents, limited so that a character fits on a line. */
function indents(layout: ParagraphLayout, place: Place): { left: number; right: number; first: number } {
  const most = place.room - place.size;
  const left = Math.min(clampedLength(layout.left, -MAX_LENGTH), most);
  const right = Math.min(clampedLength(layout.right, -MAX_LENGTH), most - left);
  return { left, right, first: Math.min(clampedLength(layout.firstLine, -MAX_LENGTH), most - left - right) };
}

/** Converts a paragraph or heading with layout. `level` is the heading's level in the document's outline. */
export function laidParagraph(
  block: Laid & { readonly layout: ParagraphLayout },
  place: Place,
  context: LayoutContext,
  level?: number,
): LaidParagraph {
  const { layout, align } = block;
  const { faces } = context;
  const text = layout.text ?? {};
  const { marker, lineHeight } = layout;
  const direction = directionOf(inlineText(block.content));
  const { left, right, first } = indents(layout, place);
  const size = faces.sizeOf(text);
  const natural = lineOf(faces.fontOf(text), size);
  const multiple = lineHeight?.rule === 'multiple' ? Math.min(MAX_MULTIPLE, lineHeight.value) : 1;
  const line = lineHeight?.rule === 'exact' ? lineHeight.value : natural;
  const least = lineHeight?.rule === 'least' ? Math.max(natural, lineHeight.value) : line;
  const leading = roundLength(natural * (multiple - 1));
  const style = { text, lineHeight, lead: direction.lead };
  const inner = { ...place, size, room: Math.max(size, place.room - left - right) };
  const content: readonly Inline[] =
    marker === undefined
      ? block.content
      : [{ kind: 'text', text: `${marker.text}\t`, layout: marker.layout }, ...block.content];
  const items = laidLine(content, style, inner, context);
  const [only] = items;
  const tabs = items.filter((item) => typeof item !== 'string' && item.k === 'tab').length;
  const data =
    tabs > MAX_TABS_OF_LINE
      ? items.map((item) => (typeof item !== 'string' && item.k === 'tab' ? '    ' : item))
      : items;
  const hasTabs = tabs > 0 && tabs <= MAX_TABS_OF_LINE;
  const styled = faces.paragraphStyleOf({
    face: faces.faceOf(text, lineHeight, direction.lead),
    align: align ?? null,
    left,
    right,
    first,
    leading,
    line: roundLength(Math.max(1, least)),
    before: clampedLength(layout.spaceBefore),
    after: clampedLength(layout.spaceAfter),
    like: layout.contextual,
    sticky: layout.keepWithNext,
    whole: layout.keepTogether,
    fill: validColour(layout.background),
    stroke: strokesOf(layout.borders),
    tabs: hasTabs ? tabData(layout.tabs) : undefined,
    room: hasTabs ? roundLength(inner.room) : undefined,
  });
  return {
    k: 'lp',
    s: styled,
    c: items.length === 0 ? '' : data.length === 1 && typeof only === 'string' ? only : data,
    tab: hasTabs ? true : undefined,
    l: level,
    t: level === undefined ? undefined : oneLine(inlineText(block.content)).trim(),
    ...direction,
  };
}

/**
 * Sets the vertical space between blocks with layout: the larger of the space after the upper and before the lower one, or
 * none between two paragraphs of the same contextual style, plus the line spacing of the upper one. `isBox` keeps the space
 * after the last block, as in a cell.
 */
export function spaced(blocks: readonly BlockData[], context: LayoutContext, isBox = false): BlockData[] {
  const out: BlockData[] = [];
  // Undefined at the start of a page, where Typst drops spaces.
  let below: Pick<ParagraphStyle, 'before' | 'after' | 'leading' | 'like'> | undefined;
  let isAtStart = true;
  const none = { before: 0, after: 0, leading: 0, like: undefined };
  for (const block of blocks) {
    if (block.k !== 'lp' && block.k !== 'lt') {
      out.push(block);
      isAtStart = block.k === 'pb';
      below = undefined;
      continue;
    }
    const style = (block.k === 'lp' ? context.faces.paragraphStyle(block.s) : undefined) ?? none;
    const isAlike = below?.like !== undefined && below.like === style.like;
    const space = isAlike ? 0 : Math.max(below?.after ?? 0, style.before);
    const gap = roundLength(space + (below?.leading ?? 0));
    if (isAtStart && gap > 0) out.push({ k: 'v', h: gap });
    out.push(isAtStart || gap === 0 ? block : { ...block, g: gap });
    isAtStart = false;
    below = style;
  }
  const after = isBox ? (below?.after ?? 0) : 0;
  return after > 0 ? [...out, { k: 'v', h: after }] : out;
}

/** Sets the vertical space between the blocks of a page and inside its columns. */
export const spacedPage = (blocks: readonly BlockData[], context: LayoutContext): BlockData[] =>
  spaced(
    blocks.map((block) => (block.k === 'cols' ? { ...block, c: spaced(block.c, context) } : block)),
    context,
  );
