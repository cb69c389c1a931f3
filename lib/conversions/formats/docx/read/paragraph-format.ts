import { nameTable } from '../../../base/name-table.ts';
import type { Border, Borders, LineHeight, TabStop } from '../../../document/page-layout.ts';
import { isOn } from '../../../shared/wordprocessing/run-style.ts';
import { childOf, elementsOf, type XmlElement } from '../../../shared/xml/element.ts';
import { pointsIn } from './lengths.ts';
import { colourIn, shadingOf } from './run-format.ts';

/** Page layout in `w:pPr`, in points. Undefined properties are inherited. */
export interface ParagraphFormat {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly lineHeight?: LineHeight | undefined;
  readonly contextual?: boolean | undefined;
  readonly left?: number | undefined;
  readonly right?: number | undefined;
  readonly firstLine?: number | undefined;
  readonly keepWithNext?: boolean | undefined;
  readonly keepTogether?: boolean | undefined;
  readonly background?: string | undefined;
  readonly borders?: Borders | undefined;
  readonly tabs?: readonly TabStop[] | undefined;
}

// Word's automatic spacing, as in web pages.
const AUTOMATIC = 14;
// A line of 240 is single (ECMA-376 part 1, 17.3.1.33).
const SINGLE = 240;
const MAX_TABS = 64;

const dashes: Readonly<Record<string, Border['dash']>> = nameTable({
  dotted: 'dotted',
  dashed: 'dashed',
  dashSmallGap: 'dashed',
  dotDash: 'dashed',
  dotDotDash: 'dashed',
  double: 'double',
  triple: 'double',
});

/** Reads a border (17.3.4): widths are eighths of a point. Null if it is declared and not visible. */
export function borderOf(element: XmlElement | undefined): Border | null | undefined {
  const kind = element?.attributes['w:val'];
  if (element === undefined || kind === undefined) return undefined;
  if (kind === 'nil' || kind === 'none') return null;
  const eighths = Number.parseFloat(element.attributes['w:sz'] ?? '4');
  return {
    width: Number.isFinite(eighths) ? Math.min(12, Math.max(0.25, eighths / 8)) : 0.5,
    colour: colourIn(element.attributes['w:color']) ?? '#000000',
    dash: dashes[kind],
    space: Number.parseFloat(element.attributes['w:space'] ?? '') || undefined,
  };
}

function bordersOf(element: XmlElement | undefined): Borders | undefined {
  if (element === undefined) return undefined;
  const side = (name: string): Border | undefined => borderOf(childOf(element, name)) ?? undefined;
  return {
    top: side('w:top'),
    right: side('w:right') ?? side('w:end'),
    bottom: side('w:bottom'),
    left: side('w:left') ?? side('w:start'),
  };
}

function lineHeightOf(spacing: XmlElement | undefined): LineHeight | undefined {
  const rule = spacing?.attributes['w:lineRule'];
  const points = pointsIn(spacing, 'w:line');
  if (points === undefined || points <= 0) return undefined;
  if (rule === 'exact') return { rule: 'exact', value: points };
  return rule === 'atLeast'
    ? { rule: 'least', value: points }
    : { rule: 'multiple', value: (points * 20) / SINGLE };
}

const alignments: Readonly<Record<string, TabStop['align']>> = nameTable({
  left: 'left',
  start: 'left',
  num: 'left',
  center: 'center',
  right: 'right',
  end: 'right',
  decimal: 'right',
});
const leaders: Readonly<Record<string, TabStop['leader']>> = nameTable({
  dot: '.',
  middleDot: '.',
  hyphen: '-',
  underscore: '_',
});

function tabsOf(element: XmlElement | undefined): TabStop[] | undefined {
  if (element === undefined) return undefined;
  const tabs: TabStop[] = [];
  for (const { attributes } of elementsOf(element)) {
    const at = pointsIn({ name: '', attributes, children: [] }, 'w:pos');
    const align = alignments[attributes['w:val'] ?? ''];
    if (at !== undefined && align !== undefined && tabs.length < MAX_TABS)
      tabs.push({ at, align, leader: leaders[attributes['w:leader'] ?? ''] });
  }
  return tabs;
}

function firstLineOf(indent: XmlElement | undefined): number | undefined {
  const hanging = pointsIn(indent, 'w:hanging');
  return hanging === undefined ? pointsIn(indent, 'w:firstLine') : -hanging;
}

const isAutomatic = (spacing: XmlElement | undefined, name: string): boolean =>
  ['1', 'true', 'on'].includes(spacing?.attributes[name] ?? '');

/** Reads `w:pPr` (17.3.1). */
export function readParagraphFormat(properties: XmlElement | undefined): ParagraphFormat {
  if (properties === undefined || properties.children.length === 0) return {};
  const spacing = childOf(properties, 'w:spacing');
  const indent = childOf(properties, 'w:ind');
  return {
    before: isAutomatic(spacing, 'w:beforeAutospacing') ? AUTOMATIC : pointsIn(spacing, 'w:before'),
    after: isAutomatic(spacing, 'w:afterAutospacing') ? AUTOMATIC : pointsIn(spacing, 'w:after'),
    lineHeight: lineHeightOf(spacing),
    contextual: isOn(childOf(properties, 'w:contextualSpacing')),
    left: pointsIn(indent, 'w:left') ?? pointsIn(indent, 'w:start'),
    right: pointsIn(indent, 'w:right') ?? pointsIn(indent, 'w:end'),
    firstLine: firstLineOf(indent),
    keepWithNext: isOn(childOf(properties, 'w:keepNext')),
    keepTogether: isOn(childOf(properties, 'w:keepLines')),
    background: shadingOf(properties),
    borders: bordersOf(childOf(properties, 'w:pBdr')),
    tabs: tabsOf(childOf(properties, 'w:tabs')),
  };
}
