import { merged } from '../../base/merged.ts';
import type { TextStyle } from '../../document/document-tree.ts';
import type { ScriptLanguages } from '../../document/languages.ts';
import { childOf, type XmlElement } from '../xml/element.ts';
import { isMonospaced } from './style-kinds.ts';

/** What decides whether text is seen on its paper. */
export interface RunPaint {
  /** As the file has it, such as `FFFFFF` or `auto`. */
  readonly colour?: string | undefined;
  /** In points. */
  readonly size?: number | undefined;
  /** In half points above its line, below it if negative. */
  readonly raised?: number | undefined;
  /** Whether something other than white is painted under it. */
  readonly isShaded?: boolean | undefined;
}

/** Style of a run; undefined properties are inherited. ECMA-376 part 1, 17.3.2. */
export interface RunStyle {
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly underline?: boolean | undefined;
  readonly strike?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  readonly position?: 'superscript' | 'subscript' | 'baseline' | undefined;
  readonly mono?: boolean | undefined;
  /** Set by the name of the style. */
  readonly code?: boolean | undefined;
  readonly font?: string | undefined;
  readonly languages?: ScriptLanguages | undefined;
  readonly paint?: RunPaint | undefined;
}

/** ECMA-376 part 1, 17.17.4: an element without a value means true. */
export function isOn(element: XmlElement | undefined): boolean | undefined {
  if (element === undefined) return undefined;
  const value = element.attributes['w:val'];
  return value === undefined || !['0', 'false', 'off', 'none'].includes(value);
}

function positionOf(element: XmlElement | undefined): RunStyle['position'] {
  const value = element?.attributes['w:val'];
  return value === 'superscript' || value === 'subscript' || value === 'baseline' ? value : undefined;
}

// Word's default size, in half points (ECMA-376 part 1, 17.3.2.38).
const DEFAULT_HALF_POINTS = 20;

/** The position of text that is raised or lowered and smaller than the text around it, as LibreOffice writes scripts. */
export function scriptPosition(raised: number, size: number, around: number): RunStyle['position'] {
  if (!(size < around) || !(Math.abs(raised) > 0)) return undefined;
  return raised > 0 ? 'superscript' : 'subscript';
}

/** The same of `w:rPr`. */
export function raisedPosition(
  properties: XmlElement | undefined,
  pointsAround: number | undefined,
): RunStyle['position'] {
  const raised = Number(childOf(properties, 'w:position')?.attributes['w:val'] ?? 0);
  const size = Number(childOf(properties, 'w:sz')?.attributes['w:val'] ?? Number.NaN);
  const around = pointsAround === undefined ? DEFAULT_HALF_POINTS : pointsAround * 2;
  return scriptPosition(raised, size, around);
}

/** Reads `w:lang` (ECMA-376 part 1, 17.3.2.20). */
function languagesOf(element: XmlElement | undefined): ScriptLanguages | undefined {
  if (element === undefined) return undefined;
  const { 'w:val': latin, 'w:eastAsia': eastAsian, 'w:bidi': complex } = element.attributes;
  return { latin, eastAsian, complex };
}

/** Reads `w:rPr`. */
export function readRunStyle(properties: XmlElement | undefined): RunStyle {
  if (properties === undefined || properties.children.length === 0) return {};
  const fonts = childOf(properties, 'w:rFonts')?.attributes;
  const font = fonts?.['w:ascii'] ?? fonts?.['w:hAnsi'];
  const double = isOn(childOf(properties, 'w:dstrike'));
  return {
    bold: isOn(childOf(properties, 'w:b')),
    italic: isOn(childOf(properties, 'w:i')),
    underline: isOn(childOf(properties, 'w:u')),
    strike: isOn(childOf(properties, 'w:strike')) ?? double,
    hidden: isOn(childOf(properties, 'w:vanish')),
    position: positionOf(childOf(properties, 'w:vertAlign')),
    mono: font === undefined ? undefined : isMonospaced(font),
    font,
    languages: languagesOf(childOf(properties, 'w:lang')),
  };
}

/** Merges styles: properties that `over` does not set come from `under`. */
export const overlay = (under: RunStyle, over: RunStyle): RunStyle => ({
  ...merged(under, over),
  languages: merged(under.languages, over.languages),
  paint: merged(under.paint, over.paint),
});

/** Converts a style to the document model. */
export function toTextStyle(style: RunStyle): TextStyle {
  const on = (value: boolean | undefined): true | undefined => (value === true ? true : undefined);
  return {
    bold: on(style.bold),
    italic: on(style.italic),
    underline: on(style.underline),
    strike: on(style.strike),
    code: on(style.code === true || style.mono === true),
    superscript: on(style.position === 'superscript'),
    subscript: on(style.position === 'subscript'),
  };
}
