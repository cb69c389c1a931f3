import { maxOf, minOf } from '../../base/arrays.ts';
import type { Inline, TreeBlock } from '../../document/document-tree.ts';
import type { RunLook } from '../../document/look.ts';
import { isAtRight, MIN_INDENT, SIZE_TOLERANCE, type TextBlock } from './text-blocks.ts';

/** Maximum difference between edges that are aligned, in points. */
export const ALIGNED = 1.5;
// Maximum distance of a centred line from the centre, in font sizes.
const CENTRED = 0.3;
// Minimum room beside a line that is not at the left edge, in font sizes.
const ROOM = 2;
// Maximum difference between the starts of lines at both edges, in font sizes: that of an indent.
const MAX_HANG = 3;
// Minimum room before a single line at the right edge, as a share of the column's width.
const ROOM_OF_LINE = 0.25;
// Maximum indent in points.
const MAX_LEFT = 300;
// Minimum lines of a paragraph whose alignment at both edges can be seen.
const MIN_JUSTIFIED = 3;

type LineStyle = Pick<Extract<TreeBlock, { kind: 'paragraph' }>, 'align' | 'look'>;

const spread = (values: readonly number[]): number => maxOf(values) - minOf(values);

/** Returns the alignment and the indent of a block by the edges of its column. */
function lineStyleOf({ lines, marker, column }: TextBlock): LineStyle {
  const [first, ...others] = lines;
  if (column === undefined || first === undefined || first.rtl) return {};
  const { left, right, middle } = column;
  const { size } = first;
  const lefts = lines.map(({ x }) => x);
  const hasRoom = (least: number): boolean => lefts.every((x) => x - left > least);
  // The first line of a paragraph can be indented, or hang.
  const areEven = spread(lefts) <= ALIGNED || spread(lines.map((line) => line.right)) <= ALIGNED;
  const isStraight = lines.length > 1 && areEven && spread(lefts) <= size * MAX_HANG;
  const isCentred = (centre: number): boolean =>
    lines.every((line) => Math.abs((line.x + line.right) / 2 - centre) <= Math.max(ALIGNED, size * CENTRED));
  if (marker === undefined && isAtRight(lines, column) && lines.length > 1) return { align: 'right' };
  if (marker === undefined && !isStraight) {
    const isAtRight = lines.every((line) => right - line.right <= ALIGNED);
    if (isAtRight && hasRoom(lines.length === 1 ? (right - left) * ROOM_OF_LINE : size * ROOM))
      return { align: 'right' };
    const centres = [(left + right) / 2, ...(middle > left && middle < right ? [middle] : [])];
    if (maxOf(lefts) - left > size * ROOM && centres.some(isCentred)) return { align: 'center' };
  }
  const full = lines.slice(0, -1);
  const isJustified =
    lines.length >= MIN_JUSTIFIED &&
    spread(full.map((line) => line.right)) <= ALIGNED &&
    spread(others.map(({ x }) => x)) <= ALIGNED;
  const start = others.length === 0 ? first.x : minOf(others.map(({ x }) => x));
  const indent = Math.min(MAX_LEFT, Math.round((start - left) * 10) / 10);
  const isIndented = marker === undefined && indent > size * MIN_INDENT;
  return {
    ...(isJustified ? { align: 'justify' } : {}),
    ...(isIndented ? { look: { left: indent } } : {}),
  };
}

const backgroundsIn = (content: readonly Inline[]): ReadonlySet<string | undefined> =>
  new Set(
    content
      .filter((inline) => inline.kind === 'text')
      .filter(({ text }) => text.trim() !== '')
      .map(({ look }) => look?.background),
  );

/** Returns the look of a run without the size of most text and, if something around it has the same, its background. */
export function ownLook(
  { colour, size, background }: RunLook,
  hasBackground: boolean,
  textSize = 0,
): RunLook | undefined {
  const isOther = size !== undefined && Math.abs(size - textSize) > SIZE_TOLERANCE;
  const left = {
    ...(colour === undefined ? {} : { colour }),
    ...(isOther ? { size } : {}),
    ...(background === undefined || hasBackground ? {} : { background }),
  };
  return Object.keys(left).length === 0 ? undefined : left;
}

/** The content of a block, with the style of its paragraph. */
export interface StyledContent extends LineStyle {
  readonly content: Inline[];
}

/**
 * Adds the style of the paragraph to a block's content. The size of most text is left out; that of a heading, whose style has another one, is
 * not. A background of all its text is that of the paragraph.
 */
export function withLineStyle(
  block: TextBlock,
  content: readonly Inline[],
  textSize?: number,
): StyledContent {
  const [background, ...others] = backgroundsIn(content);
  const ofBlock = others.length === 0 ? background : undefined;
  const { align, look } = lineStyleOf(block);
  // Text in a box is not at its edge.
  const all = ofBlock === undefined ? look : { background: ofBlock };
  return {
    content: content.map((inline): Inline => {
      if (inline.kind !== 'text' || inline.look === undefined) return inline;
      const { look: whole, ...plain } = inline;
      const own = ownLook(whole, ofBlock !== undefined, textSize);
      return own === undefined ? plain : { ...plain, look: own };
    }),
    ...(align === undefined ? {} : { align }),
    ...(all === undefined ? {} : { look: all }),
  };
}
