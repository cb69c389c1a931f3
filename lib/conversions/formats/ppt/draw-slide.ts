import type { Inline, TreeBlock } from '../../document/document-tree.ts';
import type { Slide, SlideShape } from '../../document/page-layout.ts';
import type { Edges } from '../../shared/geometry/box.ts';
import { recordOf, types } from './ppt-records.ts';
import { linesOf, type PptLine, type PptText } from './ppt-text.ts';

/** A text or table and its box on the slide, in master units. */
export interface DrawnShape {
  readonly text: PptText;
  readonly place: Edges | undefined;
  /** Replaces the text. */
  readonly table?: TreeBlock | undefined;
}

/** Master units of a point: an inch has 576. [MS-PPT] 2.2.23. */
export const UNITS_PER_POINT = 8;
// PDF 1.7, annex C.
const LARGEST = 14_400;
const DEFAULT_SIZE = { width: 720, height: 540 };
// PowerPoint's default text sizes and distances, in points. Those of the master are not read.
const TITLE_SIZE = 40;
const TEXT_SIZE = 18;
const BODY_SIZES = [28, 24, 20, 18, 18];
const INDENT = 27;
const HANGING = 20;
const INSET = { top: 3.6, right: 7.2, bottom: 3.6, left: 7.2 };
const bullets = ['•', '–', '•', '–', '»'];

const clamped = (length: number, least: number): number =>
  Math.min(LARGEST, Math.max(least, length / UNITS_PER_POINT));

/** The size of all slides, in points. [MS-PPT] 2.4.2. */
export function slideSize(document: Buffer): { width: number; height: number } {
  const atom = recordOf(document, types.documentAtom)?.body;
  if (atom === undefined || atom.length < 8) return DEFAULT_SIZE;
  const [width, height] = [atom.readInt32LE(0), atom.readInt32LE(4)];
  return width > 0 && height > 0 ? { width: clamped(width, 1), height: clamped(height, 1) } : DEFAULT_SIZE;
}

const styled = ({ content, run }: PptLine): readonly Inline[] =>
  run?.isBold !== true
    ? content
    : content.map((inline) => (inline.kind === 'text' ? { ...inline, bold: true } : inline));

function titleBlocks(text: PptText, page: number): TreeBlock[] {
  const lines = linesOf(text);
  const content = lines.flatMap((line, index): readonly Inline[] =>
    index === 0 ? styled(line) : [{ kind: 'line_break' }, ...styled(line)],
  );
  const size = lines[0]?.run?.size ?? TITLE_SIZE;
  if (content.length === 0) return [];
  const level = page === 1 && text.isCenteredTitle ? 1 : 2;
  return [{ kind: 'heading', level, content, align: 'center', layout: { text: { size } } }];
}

const textBlocks = (text: PptText): TreeBlock[] =>
  linesOf(text).map((line, index): TreeBlock => {
    const { level, isItem, run } = line;
    const usual = text.kind === 'body' ? (BODY_SIZES[level] ?? TEXT_SIZE) : TEXT_SIZE;
    const size = run?.size ?? usual;
    return {
      kind: 'paragraph',
      content: styled(line),
      align: text.isCenteredBody ? 'center' : undefined,
      layout: {
        left: level * INDENT + (isItem ? HANGING : 0),
        firstLine: isItem ? -HANGING : 0,
        spaceBefore: index === 0 || text.kind !== 'body' ? 0 : size / 5,
        marker: isItem ? { text: bullets[level] ?? '•' } : undefined,
        text: { size },
      },
    };
  });

/** Draws the texts and tables of a slide where they are. */
export function drawSlide(
  shapes: readonly DrawnShape[],
  size: { readonly width: number; readonly height: number },
  page: number,
): Slide<TreeBlock> {
  const whole = {
    left: 0,
    top: 0,
    right: size.width * UNITS_PER_POINT,
    bottom: size.height * UNITS_PER_POINT,
  };
  const drawn = shapes.map(({ text, place = whole, table }): SlideShape<TreeBlock> => {
    const isTitle = text.kind === 'title';
    return {
      x: clamped(place.left, -LARGEST),
      y: clamped(place.top, -LARGEST),
      width: clamped(place.right - place.left, 0),
      height: clamped(place.bottom - place.top, 0),
      anchor: isTitle ? 'middle' : 'top',
      inset: table === undefined ? INSET : undefined,
      fit: 'shrink',
      blocks: table === undefined ? (isTitle ? titleBlocks(text, page) : textBlocks(text)) : [table],
    };
  });
  return { ...size, shapes: drawn };
}
