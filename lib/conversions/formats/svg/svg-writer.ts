import { styleHasFilter, withoutFilters } from './filter-properties.ts';
import { isEmbedded, staysInside, styleInside } from './references.ts';
import { complexSvg } from './svg-errors.ts';
import { familyFor, styleWithFamilies } from './svg-fonts.ts';

// Size after entity expansion.
const MAX_CHARACTERS = 64_000_000;
// Further octaves of noise are finer than a pixel, and each costs a pass over all pixels.
const MOST_OCTAVES = 5;

/** A name without its namespace prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An SVG that is being written. */
export interface SvgWriter {
  readonly parts: string[];
  readonly images: string[];
  isCut: boolean;
  hasFilters: boolean;
  readonly keepsFilters: boolean;
  /** Whether font families stay as they are. */
  readonly keepsFonts: boolean;
  characters: number;
}

/** Appends text. Throws ConversionError `too_complex` if the result gets too long. */
export function write(writer: SvgWriter, text: string): void {
  writer.characters += text.length;
  if (writer.characters > MAX_CHARACTERS)
    throw complexSvg(`more than ${MAX_CHARACTERS} characters after entity expansion`);
  writer.parts.push(text);
}

function valueInside(writer: SvgWriter, value: string): string {
  const { css, isCut } = styleInside(value);
  if (isCut) writer.isCut = true;
  return css;
}

/** Removes external references from a style, and its filters unless they are kept. */
export function styleOf(writer: SvgWriter, style: string): string {
  const css = valueInside(writer, style);
  if (!styleHasFilter(css)) return css;
  writer.hasFilters = true;
  return writer.keepsFilters ? css : withoutFilters(css);
}

/** Sanitizes an attribute value. Returns undefined if the attribute must be dropped. */
export function attributeInside(
  writer: SvgWriter,
  element: string,
  name: string,
  value: string,
): string | undefined {
  const local = localName(name);
  if (name === 'xml:base' || /^on/i.test(local)) return undefined;
  if (local === 'href' || local === 'src') {
    if (staysInside(value)) {
      if (isEmbedded(value)) writer.images.push(value);
      return value;
    }
    // Link targets do not affect rendering, so dropping one needs no warning.
    if (element !== 'a') writer.isCut = true;
    return undefined;
  }
  if (local === 'numOctaves')
    return String(Math.min(MOST_OCTAVES, Math.max(0, Number.parseInt(value, 10) || 0)));
  if (name.startsWith('xmlns')) return value;
  if (local === 'filter') {
    writer.hasFilters = true;
    if (!writer.keepsFilters) return undefined;
  }
  const css = local === 'style' ? styleOf(writer, value) : valueInside(writer, value);
  if (writer.keepsFonts) return css;
  if (name === 'font-family') return familyFor(css);
  return name === 'style' ? styleWithFamilies(css) : css;
}
