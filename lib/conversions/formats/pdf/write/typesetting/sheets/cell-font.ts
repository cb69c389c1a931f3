import type { SheetCellStyle } from '../../../../../document/printed-sheet.ts';
import type { LayoutContext } from '../layout-context.ts';

// Bold text is about this much wider.
const BOLD_WIDTH = 1.06;
const DEFAULT_SIZE = 10;
const DEFAULT_FONT = 'Arial';

/** The text properties of a cell style at a scale. */
export interface CellFont {
  /** Index into the faces of the document. */
  readonly face: (lead: string | undefined) => number;
  /** Width of a line of text, in points. */
  readonly width: (text: string) => number;
  /** Height of a line, in points. */
  readonly height: number;
}

/** Returns the text properties of a cell style. `scale` is that of the page. */
function cellFont(style: SheetCellStyle, scale: number, { faces, widthIn }: LayoutContext): CellFont {
  const size = (style.size ?? DEFAULT_SIZE) * scale;
  const layout = { font: style.font ?? DEFAULT_FONT, size, colour: style.colour };
  const font = faces.fontOf(layout);
  const shown = faces.sizeOf(layout);
  const measure = widthIn(font.path());
  const em = shown * (style.bold ? BOLD_WIDTH : 1);
  return {
    face: (lead) => faces.faceOf(layout, undefined, lead),
    width: (text) => measure(text) * em,
    height: (font.ascent + font.descent + font.lineGap) * shown,
  };
}

/** Returns the text properties of cell styles by index, at a scale. Each is computed once. */
export function cellFonts(styles: readonly SheetCellStyle[], scale: number, context: LayoutContext) {
  const fonts = new Map<number, CellFont>();
  return (index: number): CellFont => {
    const font = fonts.get(index) ?? cellFont(styles[index] ?? {}, scale, context);
    fonts.set(index, font);
    return font;
  };
}
