import type { OfficePackage } from '../../../shared/ooxml/open-package.ts';
import { type Backing, isDark, isWhite } from '../../../shared/wordprocessing/hidden-texts.ts';
import type { RunPaint } from '../../../shared/wordprocessing/run-style.ts';
import { childOf, descendants, type XmlElement } from '../../../shared/xml/element.ts';
import type { Styles } from './styles.ts';

// White text is visible or hidden depending on the paint behind it.

/** Returns true if the shading of `w:shd` is visible behind the text (ECMA-376 part 1, 17.3.5); undefined without shading. */
export function isShaded(properties: XmlElement | undefined): boolean | undefined {
  const shading = childOf(properties, 'w:shd')?.attributes;
  if (shading === undefined) return undefined;
  const hasPattern = !['clear', 'nil', undefined].includes(shading['w:val']);
  return hasPattern || isDark(shading['w:fill'] ?? 'auto');
}

/** Reads the properties of `w:rPr` that decide whether text is visible. Undefined properties are inherited. */
export function readPaint(properties: XmlElement | undefined): RunPaint | undefined {
  if (properties === undefined || properties.children.length === 0) return undefined;
  const halfPoints = Number.parseFloat(childOf(properties, 'w:sz')?.attributes['w:val'] ?? '');
  const highlight = childOf(properties, 'w:highlight')?.attributes['w:val'];
  return {
    colour: childOf(properties, 'w:color')?.attributes['w:val'],
    size: halfPoints > 0 ? halfPoints / 2 : undefined,
    isShaded: highlight === undefined ? isShaded(properties) : !['none', 'white'].includes(highlight),
  };
}

/** Returns true if a table style, or a style that it is based on, shades some of its cells. */
function shadesCells(id: string | undefined, styles: Styles): boolean {
  const seen = new Set<string>();
  for (let next = id; next !== undefined && !seen.has(next); ) {
    seen.add(next);
    const style = styles.element(next);
    for (const name of ['w:tcPr', 'w:tblPr', 'w:pPr', 'w:rPr'])
      for (const properties of descendants(style, name)) if (isShaded(properties) === true) return true;
    next = childOf(style, 'w:basedOn')?.attributes['w:val'];
  }
  return false;
}

/** Returns the backing of a table's cells without their own shading. */
export function tableBacking(table: XmlElement, around: Backing, styles: Styles): Backing {
  const properties = childOf(table, 'w:tblPr');
  const own =
    isShaded(properties) ?? shadesCells(childOf(properties, 'w:tblStyle')?.attributes['w:val'], styles);
  return own ? 'unknown' : around;
}

/** Returns the backing of a cell's text. */
export function cellBacking(properties: XmlElement | undefined, around: Backing): Backing {
  const fill = childOf(properties, 'w:shd')?.attributes['w:fill'] ?? 'auto';
  if (isShaded(properties) === true) return 'unknown';
  return isWhite(fill) ? 'white' : around;
}

/** Returns true for a white DrawingML or VML shape. VML shapes are white by default (ECMA-376 part 4, 19.1.2.19). */
function isWhiteShape({ name, attributes, children }: XmlElement): boolean {
  if (name === 'wps:wsp') {
    const fill = childOf(childOf({ name, attributes, children }, 'wps:spPr'), 'a:solidFill');
    const scheme = childOf(fill, 'a:schemeClr');
    const isLight = ['bg1', 'lt1'].includes(scheme?.attributes.val ?? '') && scheme?.children.length === 0;
    return isLight || isWhite(childOf(fill, 'a:srgbClr')?.attributes.val ?? '');
  }
  const { filled = 't', fillcolor = 'white' } = attributes;
  const isPlain = childOf({ name, attributes, children }, 'v:fill') === undefined;
  return (
    isPlain &&
    !['f', 'false'].includes(filled) &&
    (/^white\b/.test(fillcolor) || isWhite(fillcolor.slice(0, 7)))
  );
}

/** Returns the backing of a shape's text. */
export const shapeBacking = (shape: XmlElement): Backing => (isWhiteShape(shape) ? 'white' : 'unknown');

// Drawings behind the body text. Drawings in headers and footers are behind it wherever they float.
// The file chooses the prefixes.
const BEHIND = /behindDoc=["'](?:1|true)["']|z-index:-|[<:]framePr\b/;
const FLOATING = /[<:](?:anchor|shape|rect|roundrect|oval|framePr)\b/;

/** Returns true if a drawing may be behind the body text. */
export function hasDrawingsBehind(
  office: OfficePackage,
  body: string,
  pageParts: readonly string[],
): boolean {
  const decoder = new TextDecoder();
  const contains = (part: string, pattern: RegExp): boolean => {
    const bytes = office.archive.read(part);
    return bytes === undefined || pattern.test(decoder.decode(bytes));
  };
  return contains(body, BEHIND) || pageParts.some((part) => contains(part, FLOATING));
}
