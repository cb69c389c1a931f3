import type { RunLayout } from '../../../document/page-layout.ts';
import { drawingColour, opaque } from '../../../shared/ooxml/drawing-colour.ts';
import { isSymbolFont, symbolCharacter } from '../../../shared/wordprocessing/symbols.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../../../shared/xml/element.ts';
import { autoNumberText } from '../auto-number.ts';
import type { DrawContext } from './context.ts';
import { type Cascade, firstOf } from './text-style.ts';
import { pointsOf } from './transform.ts';

const kinds = ['a:buNone', 'a:buChar', 'a:buAutoNum', 'a:buBlip'];
const WHOLE = 100_000;

/** The list marker of a paragraph. */
export interface Marker {
  readonly text: string;
  readonly layout: RunLayout;
  readonly isNumber: boolean;
}

function characterOf(bullet: XmlElement, font: string): string {
  const [character = ''] = bullet.attributes.char ?? '';
  if (!isSymbolFont(font) && character < '\uf000') return character;
  return symbolCharacter(font, character.codePointAt(0) ?? 0) || '•';
}

/**
 * Reads the list marker of a paragraph; undefined if it has none. `numberFrom` returns the number of an item in a list
 * that starts with the given one. `text` is the layout of the paragraph's first run.
 */
export function markerOf(
  cascade: Cascade,
  text: RunLayout & { readonly size: number },
  numberFrom: (start: number, scheme: string) => number,
  { scheme }: DrawContext,
): Marker | undefined {
  const bullet = firstOf(cascade, (properties) => {
    for (const child of elementsOf(properties)) if (kinds.includes(child.name)) return child;
    return undefined;
  });
  if (bullet === undefined || bullet.name === 'a:buNone') return undefined;
  const font = firstOf(cascade, (properties) => childOf(properties, 'a:buFont')?.attributes.typeface);
  const colour = firstOf(cascade, (properties) => drawingColour(childOf(properties, 'a:buClr'), scheme));
  const share = firstOf(cascade, (properties) => integerOf(childOf(properties, 'a:buSzPct'), 'val'));
  const points = firstOf(cascade, (properties) => integerOf(childOf(properties, 'a:buSzPts'), 'val'));
  const size =
    share !== undefined
      ? text.size * Math.min(4, Math.max(0.25, share / WHOLE))
      : points !== undefined
        ? Math.max(1, pointsOf(points * 127) ?? text.size)
        : text.size;
  const layout: RunLayout = {
    font: font === undefined || isSymbolFont(font) ? text.font : font,
    size,
    colour: opaque(colour) ?? text.colour,
  };
  if (bullet.name === 'a:buAutoNum') {
    const kind = bullet.attributes.type ?? 'arabicPeriod';
    const number = numberFrom(Math.max(1, integerOf(bullet, 'startAt') ?? 1), kind);
    return { text: autoNumberText(number, kind), layout, isNumber: true };
  }
  const character = bullet.name === 'a:buBlip' ? '•' : characterOf(bullet, font ?? '');
  return character.trim() === '' ? undefined : { text: character, layout, isNumber: false };
}
