import { childOf, descend, elementsOf, type XmlElement } from '../xml/element.ts';
import { drawingColour } from './drawing-colour.ts';

/** A theme (ECMA-376 part 1, 20.1.6.9): the colours, fonts and formats that a document refers to by name. */
export interface Theme {
  readonly colours: ReadonlyMap<string, string>;
  /** Families of `+mj-lt` (headings) and `+mn-lt` (text). */
  readonly majorFont: string | undefined;
  readonly minorFont: string | undefined;
  /** Fills and lines of shapes, and fills of backgrounds, in order. */
  readonly fills: readonly XmlElement[];
  readonly lines: readonly XmlElement[];
  readonly backgrounds: readonly XmlElement[];
}

/** Reads the root of a theme part. */
export function readTheme(root: XmlElement | undefined): Theme {
  const elements = childOf(root, 'a:themeElements');
  const colours = new Map<string, string>();
  for (const named of elementsOf(childOf(elements, 'a:clrScheme'))) {
    const colour = drawingColour(named, () => undefined);
    if (colour !== undefined) colours.set(named.name.replace('a:', ''), colour);
  }
  const family = (kind: string): string | undefined =>
    descend(elements, 'a:fontScheme', kind, 'a:latin')?.attributes.typeface;
  const formats = (kind: string): XmlElement[] => [...elementsOf(descend(elements, 'a:fmtScheme', kind))];
  return {
    colours,
    majorFont: family('a:majorFont'),
    minorFont: family('a:minorFont'),
    fills: formats('a:fillStyleLst'),
    lines: formats('a:lnStyleLst'),
    backgrounds: formats('a:bgFillStyleLst'),
  };
}
