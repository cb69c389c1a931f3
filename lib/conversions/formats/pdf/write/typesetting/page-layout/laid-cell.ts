import type { RunLayout } from '../../../../../document/page-layout.ts';
import type { LayoutContext, Place } from '../layout-context.ts';
import type { BlockData, InlineData, LaidCell } from '../typst-data.ts';
import type { ParagraphStyle } from './faces.ts';
import { laidLine } from './laid-line.ts';
import { spaced } from './laid-paragraph.ts';

/** The content of a cell. */
export type CellContent = Pick<
  Exclude<LaidCell, string | { readonly strut: number }>,
  'c' | 'line' | 'f' | 'align'
>;

/** A line in the table's face or its own, without a paragraph: Typst lays it out in half the time. */
function lineContent(line: readonly InlineData[], face: number | undefined): CellContent {
  const [only = ''] = line;
  return line.length <= 1 && typeof only === 'string' && face === undefined
    ? { c: only }
    : { c: '', line, f: face };
}

/** The content of a cell that is plain text. */
export function plainContent(
  cell: string,
  text: RunLayout,
  place: Place,
  context: LayoutContext,
): CellContent {
  const style = { text, lineHeight: undefined, lead: undefined };
  const line = laidLine([{ kind: 'text', text: cell.replaceAll('\t', ' ') }], style, place, context);
  return lineContent(line, undefined);
}

const isSimple = (style: ParagraphStyle): boolean =>
  [style.left, style.right, style.first, style.leading, style.before, style.after].every(
    (length) => length === 0,
  ) &&
  style.fill === undefined &&
  style.stroke === undefined &&
  style.align !== 'justify';

/** The content of a cell with blocks. */
export function blockContent(
  blocks: readonly BlockData[],
  face: number,
  context: LayoutContext,
): CellContent {
  const [only] = blocks;
  if (
    blocks.length === 1 &&
    only?.k === 'lp' &&
    !only.tab &&
    only.l === undefined &&
    !only.rtl &&
    !only.lead
  ) {
    const style = context.faces.paragraphStyle(only.s);
    const isFull = only.c !== '' || style?.face === face;
    if (style !== undefined && isFull && isSimple(style)) {
      const line = typeof only.c === 'string' ? [only.c] : only.c;
      const align = style.align === 'justify' ? undefined : (style.align ?? undefined);
      return { ...lineContent(line, style.face === face ? undefined : style.face), align };
    }
  }
  return { c: spaced(blocks, context, true) };
}
