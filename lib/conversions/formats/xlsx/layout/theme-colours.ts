import { XML_CLOSE, XML_END } from '../../../shared/xml/tag-kinds.ts';
import { xmlCursor } from '../../../shared/xml/xml-cursor.ts';

// In the order of their numbers (ECMA-376 18.8.3), which differs from that of the theme.
const slots = [
  'lt1',
  'dk1',
  'lt2',
  'dk2',
  'accent1',
  'accent2',
  'accent3',
  'accent4',
  'accent5',
  'accent6',
  'hlink',
  'folHlink',
];
const names = [...slots, 'sysClr', 'srgbClr', 'lastClr', 'val', 'clrScheme'];
const [SYSTEM, RGB, LAST, VALUE, SCHEME] = [12, 13, 14, 15, 16];
const HEX = /^[\da-f]{6}$/i;

/** Reads the colours of a theme (ECMA-376 20.1.6.2) by their numbers. */
export function readThemeColours(part: Uint8Array | undefined): readonly (string | undefined)[] {
  const colours: (string | undefined)[] = [];
  if (part === undefined) return colours;
  const cursor = xmlCursor(part, names);
  let slot = -1;
  for (let token = cursor.next(); token !== XML_END; token = cursor.next()) {
    const name = cursor.name();
    if (token === XML_CLOSE) {
      if (name === SCHEME) break;
      continue;
    }
    if (name >= 0 && name < slots.length) slot = name;
    else if ((name === SYSTEM || name === RGB) && slot >= 0) {
      const value = cursor.attribute(name === SYSTEM ? LAST : VALUE) ?? '';
      if (HEX.test(value)) colours[slot] ??= `#${value.toLowerCase()}`;
      slot = -1;
    }
  }
  return colours;
}

/** Lightens a colour (tint up to 1) or darkens it (down to -1), ECMA-376 18.8.19. */
export function tinted(colour: string, tint: number): string {
  if (!(Math.abs(tint) <= 1) || tint === 0) return colour;
  const channel = (at: number): string => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16);
    const changed = tint < 0 ? value * (1 + tint) : value + (255 - value) * tint;
    return Math.round(changed).toString(16).padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
