import { nameTable } from '../../base/name-table.ts';
import { type Border, type BorderSide, type Borders, borderSides } from '../../document/look.ts';
import { cssColour } from './css-colour.ts';
import { declarationsOf } from './declarations.ts';
import { lengthOf } from './element-look.ts';
import type { HtmlElement } from './html-node.ts';

// CSS Backgrounds 3, 4.2. Other formats have no borders in relief.
const styles: Readonly<Record<string, Border['style'] | 'none'>> = nameTable({
  none: 'none',
  hidden: 'none',
  solid: 'solid',
  dashed: 'dashed',
  dotted: 'dotted',
  double: 'double',
  groove: 'solid',
  ridge: 'solid',
  inset: 'solid',
  outset: 'solid',
});
// CSS Backgrounds 3, 4.3, as browsers define them.
const widths: Readonly<Record<string, number>> = nameTable({ '0': 0, thin: 0.75, medium: 2.25, thick: 3.75 });
const MAX_WIDTH = 12;
const TEXT_SIZE = 11;

type Property = 'width' | 'style' | 'color';
type Declared = Partial<Record<Property, string>>;

const widthOf = (value: string): number | undefined => widths[value] ?? lengthOf(value, TEXT_SIZE);

/** Returns the property that a value in a shorthand is for. */
const propertyOf = (value: string): Property =>
  styles[value] !== undefined ? 'style' : widthOf(value) !== undefined ? 'width' : 'color';

/** Splits a value into its parts, which parentheses keep together. */
const partsOf = (value: string): string[] => value.match(/[\w#.%-]+(?:\([^()]*\))?/g) ?? [];

/** Returns the sides and the property that a name such as `border-top-width` is for; undefined for other names. */
function targetOf(name: string): { readonly side?: BorderSide; readonly property?: Property } | undefined {
  if (name === 'border') return {};
  const [, side, property] =
    /^border(?:-(top|right|bottom|left))?(?:-(width|style|color))?$/.exec(name) ?? [];
  const sides = borderSides.filter((each) => each === side);
  const properties = (['width', 'style', 'color'] as const).filter((each) => each === property);
  if (side === undefined && property === undefined) return undefined;
  return {
    ...(sides[0] === undefined ? {} : { side: sides[0] }),
    ...(properties[0] === undefined ? {} : { property: properties[0] }),
  };
}

function borderOf({ width = 'medium', style = 'none', color = '' }: Declared): Border | undefined {
  const drawn = styles[style] ?? 'none';
  const points = widthOf(width) ?? 0;
  if (drawn === 'none' || points <= 0 || color === 'transparent') return undefined;
  return { width: Math.min(MAX_WIDTH, points), style: drawn, colour: cssColour(color) ?? '#000000' };
}

/** Returns a function that returns the borders of elements, most of which have the same style. */
export function borderReader(): typeof bordersOf {
  const known = new Map<string, Borders | undefined>();
  return (element) => {
    const { style } = element.attributes;
    if (style === undefined) return undefined;
    const borders = known.has(style) ? known.get(style) : bordersOf(element);
    known.set(style, borders);
    return borders;
  };
}

/** Returns the borders that the style of an element declares. Undefined without any. */
export function bordersOf({ attributes: { style } }: HtmlElement): Borders | undefined {
  if (style === undefined || !/border/i.test(style)) return undefined;
  const declared: Record<BorderSide, Declared> = { top: {}, right: {}, bottom: {}, left: {} };
  for (const [name, value] of declarationsOf(style)) {
    const target = targetOf(name);
    if (target === undefined) continue;
    const { side, property } = target;
    const parts = partsOf(value);
    if (property === undefined) {
      const own = Object.fromEntries(parts.map((part) => [propertyOf(part), part]));
      for (const each of side === undefined ? borderSides : [side]) declared[each] = { ...own };
    } else if (side !== undefined) declared[side][property] = value;
    else {
      const [top = '', right = top, bottom = top, left = right] = parts;
      const values = { top, right, bottom, left };
      for (const each of borderSides) declared[each][property] = values[each];
    }
  }
  const borders = borderSides.flatMap((side): [BorderSide, Border][] => {
    const border = borderOf(declared[side]);
    return border === undefined ? [] : [[side, border]];
  });
  return borders.length === 0 ? undefined : Object.fromEntries(borders);
}
