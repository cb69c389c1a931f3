import { nameTable } from '../../../base/name-table.ts';
import type { TextStyle } from '../../../document/document-tree.ts';
import type { LineHeight, RunLayout } from '../../../document/page-layout.ts';
import { drawingColour, opaque } from '../../../shared/ooxml/drawing-colour.ts';
import { isOn } from '../../../shared/ooxml/on-off.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../../../shared/xml/element.ts';
import type { DrawContext } from './context.ts';
import { pointsOf } from './transform.ts';

/** Text properties of a run with everything that it inherits. */
export interface RunStyle {
  readonly style: TextStyle;
  readonly layout: RunLayout & { readonly size: number };
}

/** Element lists from the nearest to the most distant one. */
export type Cascade = readonly (XmlElement | undefined)[];

const DEFAULT_SIZE = 18;
const SMALLEST = 1;
// ECMA-376 part 1, 20.1.10.72.
const LARGEST = 4_000;
const WHOLE = 100_000;
// The natural height of a line, in em.
const LINE = 1.2;

/** Returns the first defined result. */
export function firstOf<Result>(
  cascade: Cascade,
  read: (element: XmlElement) => Result | undefined,
): Result | undefined {
  for (const element of cascade) {
    const found = element === undefined ? undefined : read(element);
    if (found !== undefined) return found;
  }
  return undefined;
}

const attribute = (cascade: Cascade, name: string): string | undefined =>
  firstOf(cascade, ({ attributes }) => attributes[name]);

const number = (cascade: Cascade, name: string): number | undefined =>
  firstOf(cascade, (element) => integerOf(element, name));

function fontOf(cascade: Cascade, { theme }: DrawContext): string | undefined {
  const name = firstOf(cascade, (properties) => childOf(properties, 'a:latin')?.attributes.typeface);
  if (name === undefined || name === '+mn-lt') return theme.minorFont;
  return name === '+mj-lt' ? theme.majorFont : name;
}

const capitals: Readonly<Record<string, 'all' | 'small'>> = nameTable<'all' | 'small'>({
  all: 'all',
  small: 'small',
});

/** Reads run properties (`a:rPr` and `a:defRPr`). `scale` is that of the shape's autofit. */
export function runStyle(cascade: Cascade, scale: number, context: DrawContext): RunStyle {
  const strike = attribute(cascade, 'strike');
  const underline = attribute(cascade, 'u');
  const baseline = number(cascade, 'baseline') ?? 0;
  const isLink = cascade[0] !== undefined && childOf(cascade[0], 'a:hlinkClick')?.attributes['r:id'];
  const size = (number(cascade, 'sz') ?? DEFAULT_SIZE * 100) / 100;
  const colour =
    (isLink ? context.scheme('hlink') : undefined) ??
    firstOf(cascade, (properties) => fillColour(properties, context));
  const cap = attribute(cascade, 'cap') ?? '';
  return {
    style: {
      bold: isOn(attribute(cascade, 'b')) || undefined,
      italic: isOn(attribute(cascade, 'i')) || undefined,
      underline: isLink || (underline !== undefined && underline !== 'none') ? true : undefined,
      strike: strike !== undefined && strike !== 'noStrike' ? true : undefined,
      superscript: baseline > 0 || undefined,
      subscript: baseline < 0 || undefined,
    },
    layout: {
      font: fontOf(cascade, context),
      size: Math.min(LARGEST, Math.max(SMALLEST, size * scale)),
      colour: opaque(colour),
      background: opaque(
        firstOf(cascade, (properties) => drawingColour(childOf(properties, 'a:highlight'), context.scheme)),
      ),
      capitals: capitals[cap],
      spacing: spacingOf(cascade),
    },
  };
}

const spacingOf = (cascade: Cascade): number | undefined => {
  const spacing = number(cascade, 'spc') ?? 0;
  return spacing === 0 ? undefined : Math.min(100, Math.max(-20, spacing / 100));
};

function fillColour(properties: XmlElement, { scheme }: DrawContext): string | undefined {
  for (const fill of elementsOf(properties)) {
    if (fill.name === 'a:solidFill') return drawingColour(fill, scheme);
    if (fill.name === 'a:gradFill') {
      const [stop] = [...elementsOf(childOf(fill, 'a:gsLst'))];
      return drawingColour(stop, scheme);
    }
  }
  return undefined;
}

/** Distances of a paragraph. */
export interface ParagraphStyle {
  readonly align: 'left' | 'center' | 'right' | 'justify' | undefined;
  readonly left: number;
  readonly right: number;
  readonly firstLine: number;
  readonly before: number;
  readonly after: number;
  readonly lineHeight: LineHeight | undefined;
}

const alignments: Readonly<Record<string, ParagraphStyle['align']>> = nameTable<ParagraphStyle['align']>({
  l: 'left',
  ctr: 'center',
  r: 'right',
  just: 'justify',
  dist: 'justify',
});

/** A spacing (21.1.2.2.5): in points, or as a share of the line. */
function spacingIn(cascade: Cascade, name: string): { points?: number; share?: number } | undefined {
  return firstOf(cascade, (properties) => {
    const spacing = childOf(properties, name);
    const points = integerOf(childOf(spacing, 'a:spcPts'), 'val');
    if (points !== undefined) return { points: Math.min(1_584, Math.max(0, points / 100)) };
    const share = integerOf(childOf(spacing, 'a:spcPct'), 'val');
    return share === undefined ? undefined : { share: Math.min(20, Math.max(0, share / WHOLE)) };
  });
}

/** How autofit changes text (21.1.2.1.3), as shares. */
export interface Autofit {
  readonly scale: number;
  readonly lineReduction: number;
}

/** Reads paragraph properties. `size` is that of the paragraph's text. */
export function paragraphStyle(cascade: Cascade, size: number, autofit: Autofit): ParagraphStyle {
  const align = attribute(cascade, 'algn') ?? '';
  const space = (name: string): number => {
    const found = spacingIn(cascade, name);
    return (found?.points ?? (found?.share ?? 0) * LINE * size) * autofit.scale;
  };
  const line = spacingIn(cascade, 'a:lnSpc');
  const multiple = (line?.share ?? 1) - autofit.lineReduction;
  const distance = (name: string): number => pointsOf(number(cascade, name)) ?? 0;
  return {
    align: alignments[align],
    left: distance('marL'),
    right: distance('marR'),
    firstLine: distance('indent'),
    before: space('a:spcBef'),
    after: space('a:spcAft'),
    lineHeight:
      line?.points !== undefined
        ? { rule: 'exact', value: line.points * autofit.scale }
        : multiple === 1
          ? undefined
          : { rule: 'multiple', value: Math.max(0.2, multiple) },
  };
}
