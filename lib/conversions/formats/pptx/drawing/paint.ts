import { nameTable } from '../../../base/name-table.ts';
import type { Border, ShapeImage } from '../../../document/page-layout.ts';
import {
  type ColourScheme,
  drawingColour,
  meanColour,
  opaque,
} from '../../../shared/ooxml/drawing-colour.ts';
import { altOf } from '../../../shared/ooxml/drawing-properties.ts';
import { childOf, elementsOf, integerOf, type XmlElement } from '../../../shared/xml/element.ts';
import { type DrawContext, schemeFor } from './context.ts';
import { pointsOf } from './transform.ts';

/** How an area is filled; an empty paint leaves it transparent. */
export interface Paint {
  readonly colour?: string | undefined;
  readonly image?: ShapeImage | undefined;
}

const WHOLE = 100_000;
const DEFAULT_LINE_WIDTH = 0.75;

/** Reads the image of a blip fill, with its crop. Undefined if it is not an image that can be shown. */
export function blipImage(
  fill: XmlElement | undefined,
  properties: XmlElement | undefined,
  { office, part, imageStore, page }: DrawContext,
): ShapeImage | undefined {
  const id = childOf(fill, 'a:blip')?.attributes['r:embed'];
  const target = id === undefined ? undefined : office.relationships(part).get(id);
  if (target === undefined || target.isExternal) return undefined;
  const [placed] = imageStore.place({
    key: target.target,
    read: () => office.archive.read(target.target),
    alt: altOf(properties),
    page,
  });
  if (placed?.kind !== 'image') return undefined;
  const cut = childOf(fill, 'a:srcRect');
  const share = (name: string): number => (integerOf(cut, name) ?? 0) / WHOLE;
  const crop = { top: share('t'), right: share('r'), bottom: share('b'), left: share('l') };
  const isCut = Object.values(crop).some((side) => side !== 0);
  return { image: placed.image, alt: placed.alt, crop: isCut ? crop : undefined };
}

/** The mean colour of a gradient. */
function gradientColour(gradient: XmlElement, scheme: ColourScheme): string | undefined {
  const stops = [...elementsOf(childOf(gradient, 'a:gsLst'))].flatMap((stop) => {
    const colour = drawingColour(stop, scheme);
    return colour === undefined ? [] : [colour];
  });
  return meanColour(stops.slice(0, 10));
}

/** Reads a fill element; undefined if it is not one. */
function paintOf(fill: XmlElement, scheme: ColourScheme, context: DrawContext): Paint | undefined {
  switch (fill.name) {
    case 'a:noFill':
      return {};
    case 'a:solidFill':
      return { colour: drawingColour(fill, scheme) };
    case 'a:gradFill':
      return { colour: gradientColour(fill, scheme) };
    case 'a:pattFill': {
      const colours = ['a:fgClr', 'a:bgClr'].flatMap((name) => {
        const colour = drawingColour(childOf(fill, name), scheme);
        return colour === undefined ? [] : [colour];
      });
      return { colour: meanColour(colours) };
    }
    case 'a:blipFill':
      return { image: blipImage(fill, undefined, context) };
    default:
      return undefined;
  }
}

/** Reads the fill among the children of an element; undefined if there is none. */
export function paintIn(
  parent: XmlElement | undefined,
  context: DrawContext,
  scheme: ColourScheme = context.scheme,
): Paint | undefined {
  for (const child of elementsOf(parent)) {
    const found = paintOf(child, scheme, context);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A reference to a format of the theme, such as `a:fillRef`; its index starts at 1, that of a background at 1001. */
export function themePaint(
  reference: XmlElement | undefined,
  formats: readonly XmlElement[],
  first: number,
  context: DrawContext,
): Paint | undefined {
  const index = integerOf(reference, 'idx') ?? 0;
  if (reference === undefined || index < first) return undefined;
  const own = drawingColour(reference, context.scheme);
  const format = formats[index - first];
  const found = format === undefined ? undefined : paintOf(format, schemeFor(context, own), context);
  return found ?? { colour: own };
}

const dashes: Readonly<Record<string, Border['dash']>> = nameTable<Border['dash']>({
  dash: 'dashed',
  lgDash: 'dashed',
  sysDash: 'dashed',
  dashDot: 'dashed',
  lgDashDot: 'dashed',
  lgDashDotDot: 'dashed',
  dot: 'dotted',
  sysDot: 'dotted',
});

/** Reads a line (`a:ln`) over the theme's line that its style refers to; undefined if nothing is drawn. */
export function strokeOf(
  line: XmlElement | undefined,
  reference: XmlElement | undefined,
  context: DrawContext,
): Border | undefined {
  const index = integerOf(reference, 'idx') ?? 0;
  const inherited = index > 0 ? context.theme.lines[index - 1] : undefined;
  const own = drawingColour(reference, context.scheme);
  const paint =
    paintIn(line, context) ??
    (index > 0 ? (paintIn(inherited, context, schemeFor(context, own)) ?? { colour: own }) : undefined);
  const colour = opaque(paint?.colour);
  if (colour === undefined) return undefined;
  const width = pointsOf(integerOf(line, 'w') ?? integerOf(inherited, 'w')) ?? DEFAULT_LINE_WIDTH;
  const dash = (childOf(line, 'a:prstDash') ?? childOf(inherited, 'a:prstDash'))?.attributes.val ?? '';
  // A width of 0 is the thinnest line.
  return {
    width: Math.max(0.25, width),
    colour,
    dash: dashes[dash],
  };
}
