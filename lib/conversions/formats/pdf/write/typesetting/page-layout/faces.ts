import { type PageFont, pageFont } from '../../../../../backends/fonts/page-fonts.ts';
import { cleanText } from '../../../../../document/clean-text.ts';
import type { LineHeight, RunLayout } from '../../../../../document/page-layout.ts';
import { validColour } from '../strokes.ts';

/** Text properties for the template. Lengths in points. */
export interface FaceData {
  readonly font: string;
  readonly size: number;
  readonly fill: string;
  /** Heights above and below the baseline that a line reserves. */
  readonly te: number;
  readonly be: number;
  readonly bg?: string | undefined;
  readonly tracking?: number | undefined;
  /** The font to try first for another script. */
  readonly lead?: string | undefined;
}

/** Options that override a document's fonts and sizes. */
export interface FaceOptions {
  /** Replaces all families. */
  readonly font: string | undefined;
  /** Replaces the size of the document's default text; other sizes change in proportion. */
  readonly size: number | undefined;
}

/** Paragraph properties for the template. Lengths in points. */
export interface ParagraphStyle {
  readonly face: number;
  readonly align: 'left' | 'center' | 'right' | 'justify' | null;
  readonly left: number;
  readonly right: number;
  readonly first: number;
  /** Space between lines, and height of an empty line. */
  readonly leading: number;
  readonly line: number;
  readonly before: number;
  readonly after: number;
  /** Consecutive paragraphs with the same value have no space between them. */
  readonly like?: string | undefined;
  readonly sticky?: true | undefined;
  readonly whole?: true | undefined;
  readonly fill?: string | undefined;
  readonly stroke?: readonly unknown[] | undefined;
  readonly tabs?: readonly object[] | undefined;
  /** Width of the line, if it has tabs. */
  readonly room?: number | undefined;
}

/** The distinct text and paragraph properties of a document, by index. */
export interface FaceTable {
  readonly faces: readonly FaceData[];
  readonly styles: readonly object[];
  /** Font families that were replaced by one with other metrics, and their replacements. */
  readonly replaced: ReadonlyMap<string, string>;
  readonly faceOf: (layout: RunLayout, line: LineHeight | undefined, lead: string | undefined) => number;
  readonly styleOf: (style: object) => number;
  readonly paragraphStyleOf: (style: ParagraphStyle) => number;
  /** Returns a paragraph style by its index. */
  readonly paragraphStyle: (index: number) => ParagraphStyle | undefined;
  readonly fontOf: (layout: RunLayout) => PageFont;
  readonly sizeOf: (layout: RunLayout) => number;
}

const DEFAULT_SIZE = 11;
// Limits of the report. Documents use about ten fonts.
const MAX_REPLACED = 100;
const MAX_NAME = 100;
const MIN_SIZE = 1;
const MAX_SIZE = 1_638;
const BLACK = '#000000';

const round = (length: number): number => Math.round(length * 1000) / 1000;

/** The natural height of a line. */
export const lineOf = ({ ascent, descent, lineGap }: PageFont, size: number): number =>
  (ascent + descent + lineGap) * size;

/** Heights above and below the baseline. An exact line height is divided 4 to 1, as in LibreOffice. */
function edgesOf(font: PageFont, size: number, line: LineHeight | undefined): { te: number; be: number } {
  const below = (font.descent + font.lineGap) * size;
  const above = font.ascent * size;
  if (line?.rule === 'exact') return { te: line.value * 0.8, be: line.value * 0.2 };
  if (line?.rule === 'least') return { te: Math.max(above, line.value - below), be: below };
  return { te: above, be: below };
}

function interned<Value extends object>(values: Value[]): (value: Value) => number {
  const known = new Map<string, number>();
  return (value) => {
    const key = JSON.stringify(value);
    const index = known.get(key) ?? values.length;
    if (index === values.length) {
      known.set(key, index);
      values.push(value);
    }
    return index;
  };
}

/** Creates the table of a document. `text`: the default text properties, whose size the size option replaces. */
export function createFaces(text: RunLayout | undefined, options: FaceOptions): FaceTable {
  const faces: FaceData[] = [];
  const styles: object[] = [];
  const paragraphs = new Map<number, ParagraphStyle>();
  const replaced = new Map<string, string>();
  const faceIndex = interned(faces);
  const styleIndex = interned(styles);
  const usual = text?.size ?? DEFAULT_SIZE;
  const scale = options.size === undefined ? 1 : options.size / usual;

  const fontOf = ({ font }: RunLayout): PageFont => {
    if (options.font !== undefined) return pageFont(options.font);
    const name = font ?? text?.font;
    const found = pageFont(name);
    if (name !== undefined && !found.isMetric && replaced.size < MAX_REPLACED)
      replaced.set(cleanText(name).slice(0, MAX_NAME), found.family);
    return found;
  };
  const sizeOf = ({ size = usual }: RunLayout): number =>
    Math.min(MAX_SIZE, Math.max(MIN_SIZE, Number.isFinite(size) ? size * scale : usual));

  return {
    faces,
    styles,
    replaced,
    fontOf,
    sizeOf,
    styleOf: styleIndex,
    paragraphStyleOf: (style) => {
      const index = styleIndex(style);
      paragraphs.set(index, style);
      return index;
    },
    paragraphStyle: (index) => paragraphs.get(index),
    faceOf: (layout, line, lead) => {
      const font = fontOf(layout);
      const size = sizeOf(layout);
      const { te, be } = edgesOf(font, size, line);
      return faceIndex({
        font: font.family,
        size: round(size),
        fill: validColour(layout.colour) ?? BLACK,
        te: round(te),
        be: round(-be),
        bg: validColour(layout.background),
        tracking: layout.spacing === undefined || layout.spacing === 0 ? undefined : round(layout.spacing),
        lead,
      });
    },
  };
}
