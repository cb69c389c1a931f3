import { nameTable } from '../../base/name-table.ts';
import type {
  Border,
  Borders,
  LineHeight,
  ParagraphLayout,
  RunLayout,
  TabStop,
} from '../../document/page-layout.ts';
import { childOf, elementsOf, type XmlElement } from '../xml/element.ts';
import { pointsOf } from './lengths.ts';

type Attributes = Readonly<Record<string, string>>;

const COLOUR = /^#[\da-f]{6}$/i;
const MAX_TABS = 64;
const noAttributes: Attributes = {};

/** Returns a colour if it is one. */
export const colourOf = (value: string | undefined): string | undefined =>
  value !== undefined && COLOUR.test(value) ? value.toLowerCase() : undefined;

/** Reads `solid 0.5pt #000000` in any order; undefined for none. OpenDocument 1.3, part 3, 20.183. */
export function borderOf(value: string | undefined): Border | undefined {
  const parts = (value ?? 'none').trim().split(/\s+/);
  const width = parts.map(pointsOf).find((length) => length !== undefined);
  if (parts.includes('none') || parts.includes('hidden') || width === undefined || width <= 0)
    return undefined;
  const kind = parts.find((part) => ['dotted', 'dashed', 'double'].includes(part));
  const dash = kind === 'dotted' || kind === 'dashed' || kind === 'double' ? kind : undefined;
  return { width, colour: parts.map(colourOf).find((colour) => colour !== undefined) ?? '#000000', dash };
}

/** Reads the borders of a paragraph or cell; undefined if it declares none. */
export function bordersOf(attributes: Attributes): Borders | undefined {
  const all = attributes['fo:border'];
  const [top, right, bottom, left] = ['top', 'right', 'bottom', 'left'].map((side) =>
    borderOf(attributes[`fo:border-${side}`] ?? all),
  );
  const isDeclared = Object.keys(attributes).some((name) => name.startsWith('fo:border'));
  return isDeclared ? { top, right, bottom, left } : undefined;
}

/** Reads `style:text-properties`. `families` contains the families of the document's font declarations. */
export function runLayoutOf(
  properties: XmlElement | undefined,
  families: ReadonlyMap<string, string>,
): RunLayout | undefined {
  const attributes = properties?.attributes ?? noAttributes;
  const declared = attributes['style:font-name'];
  const font =
    attributes['fo:font-family'] ??
    (declared === undefined ? undefined : (families.get(declared) ?? declared));
  const capitals = attributes['fo:text-transform'] === 'uppercase' ? 'all' : undefined;
  return {
    font: font?.replaceAll(/['"]/g, '').split(',')[0],
    size: pointsOf(attributes['fo:font-size']),
    colour: colourOf(attributes['fo:color']),
    background: colourOf(attributes['fo:background-color']),
    capitals: attributes['fo:font-variant'] === 'small-caps' ? 'small' : capitals,
    spacing: pointsOf(attributes['fo:letter-spacing']),
  };
}

function lineHeightOf(attributes: Attributes): LineHeight | undefined {
  const least = pointsOf(attributes['style:line-height-at-least']);
  if (least !== undefined && least > 0) return { rule: 'least', value: least };
  const height = attributes['fo:line-height'];
  const exact = pointsOf(height);
  if (exact !== undefined && exact > 0) return { rule: 'exact', value: exact };
  const percent = height?.endsWith('%') === true ? Number.parseFloat(height) : Number.NaN;
  return percent > 0 ? { rule: 'multiple', value: percent / 100 } : undefined;
}

const alignments: Readonly<Record<string, TabStop['align']>> = nameTable({
  center: 'center',
  right: 'right',
  char: 'right',
});

function tabsOf(properties: XmlElement | undefined): TabStop[] | undefined {
  const stops = childOf(properties, 'style:tab-stops');
  if (stops === undefined) return undefined;
  return [...elementsOf(stops)].slice(0, MAX_TABS).flatMap(({ attributes }) => {
    const at = pointsOf(attributes['style:position']);
    if (at === undefined) return [];
    const leader = attributes['style:leader-text'];
    const isKnown = leader === '.' || leader === '-' || leader === '_';
    return [
      {
        at,
        align: alignments[attributes['style:type'] ?? ''] ?? 'left',
        leader: isKnown ? leader : undefined,
      },
    ];
  });
}

/** Reads `style:paragraph-properties`. Undefined properties are inherited. */
export function paragraphLayoutOf(properties: XmlElement | undefined): ParagraphLayout {
  const attributes = properties?.attributes ?? noAttributes;
  const all = attributes['fo:margin'];
  const margin = (side: string): number | undefined => pointsOf(attributes[`fo:margin-${side}`] ?? all);
  return {
    spaceBefore: margin('top'),
    spaceAfter: margin('bottom'),
    lineHeight: lineHeightOf(attributes),
    left: margin('left'),
    right: margin('right'),
    firstLine: pointsOf(attributes['fo:text-indent']),
    keepWithNext: attributes['fo:keep-with-next'] === 'always' || undefined,
    keepTogether: attributes['fo:keep-together'] === 'always' || undefined,
    background: colourOf(attributes['fo:background-color']),
    borders: bordersOf(attributes),
    tabs: tabsOf(properties),
  };
}
