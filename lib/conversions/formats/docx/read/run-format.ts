import { nameTable } from '../../../base/name-table.ts';
import type { RunLayout } from '../../../document/page-layout.ts';
import { isOn } from '../../../shared/wordprocessing/run-style.ts';
import { childOf, descend, type XmlElement } from '../../../shared/xml/element.ts';
import { pointsIn } from './lengths.ts';

/** The fonts that a theme names for headings and body text. */
export interface ThemeFonts {
  readonly major: string | undefined;
  readonly minor: string | undefined;
}

const BLACK = '#000000';
const COLOUR = /^[\da-f]{6}$/i;

// ECMA-376 part 1, 17.18.40.
const highlights: Readonly<Record<string, string>> = nameTable({
  black: '#000000',
  blue: '#0000ff',
  cyan: '#00ffff',
  green: '#00ff00',
  magenta: '#ff00ff',
  red: '#ff0000',
  yellow: '#ffff00',
  white: '#ffffff',
  darkBlue: '#000080',
  darkCyan: '#008080',
  darkGreen: '#008000',
  darkMagenta: '#800080',
  darkRed: '#800000',
  darkYellow: '#808000',
  darkGray: '#808080',
  lightGray: '#c0c0c0',
});

/** Reads a colour; `auto` is black. */
export const colourIn = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : COLOUR.test(value) ? `#${value.toLowerCase()}` : BLACK;

/** Reads the colour of `w:shd`; patterns are shown as their background. */
export function shadingOf(properties: XmlElement | undefined): string | undefined {
  const fill = childOf(properties, 'w:shd')?.attributes['w:fill'];
  return fill === undefined || !COLOUR.test(fill) ? undefined : `#${fill.toLowerCase()}`;
}

/** Reads the fonts of a theme part. */
export function readThemeFonts(root: XmlElement | undefined): ThemeFonts {
  const scheme = descend(root, 'a:themeElements', 'a:fontScheme');
  const latin = (name: string): string | undefined =>
    descend(scheme, name, 'a:latin')?.attributes.typeface || undefined;
  return { major: latin('a:majorFont'), minor: latin('a:minorFont') };
}

function fontOf(fonts: XmlElement | undefined, theme: ThemeFonts): string | undefined {
  const named = fonts?.attributes['w:asciiTheme'] ?? fonts?.attributes['w:hAnsiTheme'];
  const ofTheme = named === undefined ? undefined : named.startsWith('major') ? theme.major : theme.minor;
  return ofTheme ?? fonts?.attributes['w:ascii'] ?? fonts?.attributes['w:hAnsi'];
}

function capitalsOf(properties: XmlElement): RunLayout['capitals'] {
  if (isOn(childOf(properties, 'w:caps'))) return 'all';
  return isOn(childOf(properties, 'w:smallCaps')) ? 'small' : undefined;
}

/** Reads the page layout in `w:rPr` (ECMA-376 part 1, 17.3.2). Undefined properties are inherited. */
export function readRunFormat(properties: XmlElement | undefined, theme: ThemeFonts): RunLayout | undefined {
  if (properties === undefined || properties.children.length === 0) return undefined;
  const halfPoints = Number.parseFloat(childOf(properties, 'w:sz')?.attributes['w:val'] ?? '');
  const highlight = childOf(properties, 'w:highlight')?.attributes['w:val'];
  return {
    font: fontOf(childOf(properties, 'w:rFonts'), theme),
    size: halfPoints > 0 ? halfPoints / 2 : undefined,
    colour: colourIn(childOf(properties, 'w:color')?.attributes['w:val']),
    background: highlight === undefined ? shadingOf(properties) : highlights[highlight],
    capitals: capitalsOf(properties),
    spacing: pointsIn(childOf(properties, 'w:spacing'), 'w:val'),
  };
}
