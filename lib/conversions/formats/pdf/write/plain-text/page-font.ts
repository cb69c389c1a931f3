import type { FontName } from '../../../../backends/fonts/fonts.ts';
import type { ShapingFont } from '../../../../backends/harfbuzz/shaper.ts';
import { type Cluster, clustersOf, type FontCodes, fontCodes } from './font-codes.ts';

/** Text in one font and direction, shaped. */
export interface ShapedText {
  readonly text: string;
  readonly font: PageFont;
  /** In points. */
  readonly width: number;
  /** Elements of an array for the operator TJ (ISO 32000-1, 9.4.3). */
  readonly content: string;
}

/** A font of a document, in one size. */
export interface PageFont {
  readonly name: FontName;
  /** Its name in the resources of pages. */
  readonly resource: string;
  readonly codes: FontCodes;
  readonly shape: (text: string, isRightToLeft: boolean) => ShapedText;
  /** Returns the offset of each cluster in a text, and the width before it in points. */
  readonly edges: (text: string, isRightToLeft: boolean) => { readonly at: number; readonly width: number }[];
}

// Few texts have more distinct words; each takes some 500 bytes.
const CACHED_WORDS = 50_000;

const SPECIAL = /[()\\\r]/g;
const escaped = (byte: string): string => (byte === '\r' ? '\\r' : `\\${byte}`);

const decimal = (value: number): string => String(Math.round(value * 100) / 100);

/** Opens a font for the text of a document. */
export function pageFont(name: FontName, resource: string, font: ShapingFont, size: number): PageFont {
  const codes = fontCodes();
  const thousandths = 1000 / font.unitsPerEm;
  const points = size / font.unitsPerEm;
  const words = { left: new Map<string, ShapedText>(), right: new Map<string, ShapedText>() };

  /** Returns the code of a cluster. One of several glyphs has a code of its own, so that all programs read its text. */
  function codeOf({ text, glyphs }: Cluster): number {
    const [only] = glyphs;
    if (glyphs.length === 1 && only !== undefined && only.y === 0)
      return codes.of({ parts: [{ glyph: only.id, x: 0, y: 0 }], width: font.widthOf(only.id), text });
    let width = 0;
    const parts = glyphs.map(({ id, advance, x, y }) => {
      const part = { glyph: id, x: width + x, y };
      width += advance;
      return part;
    });
    return codes.of({ parts, width, text });
  }

  function contentOf(clusters: readonly Cluster[]): string {
    let content = '';
    let run = '';
    let move = 0;
    const flush = (): void => {
      if (run !== '') content += `(${run.replaceAll(SPECIAL, escaped)})`;
      run = '';
    };
    for (const cluster of clusters) {
      const code = codeOf(cluster);
      const { glyphs } = cluster;
      const offset = glyphs.length === 1 && glyphs[0]?.y === 0 ? glyphs[0].x : 0;
      move += offset;
      if (move !== 0) {
        flush();
        content += decimal(-move * thousandths);
      }
      run += String.fromCharCode(code >> 8, code & 0xff);
      const advance = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0);
      move = advance - offset - (codes.all[code]?.width ?? 0);
    }
    flush();
    return move === 0 ? content : content + decimal(-move * thousandths);
  }

  const pageFont: PageFont = {
    name,
    resource,
    codes,
    shape: (text, isRightToLeft) => {
      const cached = isRightToLeft ? words.right : words.left;
      const known = cached.get(text);
      if (known !== undefined) return known;
      if (cached.size === CACHED_WORDS) cached.clear();
      const glyphs = font.shape(text, isRightToLeft);
      const width = glyphs.reduce((sum, { advance }) => sum + advance, 0) * points;
      const content = contentOf(clustersOf(text, glyphs, isRightToLeft));
      const shaped: ShapedText = { text, font: pageFont, width, content };
      cached.set(text, shaped);
      return shaped;
    },
    edges: (text, isRightToLeft) => {
      const clusters = clustersOf(text, font.shape(text, isRightToLeft), isRightToLeft);
      let width = 0;
      return (isRightToLeft ? clusters.reverse() : clusters).map(({ at, glyphs }) => {
        const edge = { at, width };
        for (const { advance } of glyphs) width += advance * points;
        return edge;
      });
    },
  };
  return pageFont;
}
