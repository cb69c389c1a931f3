import type { Border, ShapeImage } from '../../../document/page-layout.ts';
import { colourOf } from '../../../shared/opendocument/layout-properties.ts';
import { pointsOf } from '../../../shared/opendocument/lengths.ts';
import type { XmlElement } from '../../../shared/xml/element.ts';
import type { OdpDrawing } from './context.ts';
import { shareOf } from './draw-text.ts';
import { propertyOf } from './style-chains.ts';

/** How an area is filled; an empty paint leaves it transparent. */
export interface Paint {
  readonly colour?: string | undefined;
  readonly image?: ShapeImage | undefined;
}

/** Places the image that an element refers to; undefined if it cannot be shown. */
export function imageOf(
  reference: XmlElement | undefined,
  alt: string,
  { odf }: OdpDrawing,
): ShapeImage | undefined {
  const address = reference?.attributes['xlink:href']?.replace(/^\.\//, '') ?? '';
  // External addresses are never opened.
  if (address === '' || /^[a-z][\w+.-]*:|^\/|^\.\.\//i.test(address)) return undefined;
  const [placed] = odf.imageStore.place({
    key: address,
    read: () => odf.odf.archive.read(address),
    alt,
    page: odf.page,
  });
  return placed?.kind === 'image' ? { image: placed.image, alt: placed.alt } : undefined;
}

/** Reads the fill in the given properties of styles (20.102); undefined if they have none. */
export function fillOf(chain: readonly XmlElement[], kind: string, drawing: OdpDrawing): Paint | undefined {
  const property = (name: string): string | undefined => propertyOf(chain, kind, name);
  switch (property('draw:fill')) {
    case 'solid': {
      const colour = colourOf(property('draw:fill-color'));
      const opacity = shareOf(property('draw:opacity')) ?? 1;
      if (colour === undefined || opacity >= 1) return { colour };
      const alpha = Math.round(Math.max(0, opacity) * 255);
      return { colour: `${colour}${alpha.toString(16).padStart(2, '0')}` };
    }
    case 'gradient': {
      const gradient = drawing.styles.fill(property('draw:fill-gradient-name'));
      return { colour: colourOf(gradient?.attributes['draw:start-color']) };
    }
    case 'bitmap':
      return { image: imageOf(drawing.styles.fill(property('draw:fill-image-name')), '', drawing) };
    case undefined:
      return undefined;
    default:
      return {};
  }
}

/** Reads the line of a shape (20.105); undefined if it has none. */
export function strokeOf(chain: readonly XmlElement[]): Border | undefined {
  const property = (name: string): string | undefined => propertyOf(chain, 'style:graphic-properties', name);
  const kind = property('draw:stroke') ?? 'none';
  const colour = colourOf(property('svg:stroke-color'));
  if (kind === 'none' || colour === undefined) return undefined;
  // A width of 0 is the thinnest line.
  const width = Math.max(0.25, pointsOf(property('svg:stroke-width')) ?? 0);
  return { width, colour, dash: kind === 'dash' ? 'dashed' : undefined };
}
