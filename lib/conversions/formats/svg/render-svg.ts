import { type FontName, fontFiles, fontPackage, fonts } from '../../backends/fonts/fonts.ts';
import { packageFile, requirePackage } from '../../base/package-assets.ts';
import { withRoom } from './canvas-room.ts';
import { type Box, MAX_REACH, reachOf } from './filter-reach.ts';
import type { SafeSvg } from './safe-svg.ts';

/**
 * The npm package of resvg: the binary for Lambda's platform itself, as the package that picks one of twelve platforms may
 * list some that a registry has not.
 */
export const resvgPackage = '@resvg/resvg-js-linux-x64-gnu';

/** The part of the binary's interface that is used (resvg-js 2.6.2). */
interface Resvg {
  /** Pixels of the picture at its own size. */
  readonly width: number;
  readonly height: number;
  readonly render: () => { readonly asPng: () => Buffer };
  /** What encloses all elements, in units of the outermost `viewBox`; undefined if nothing is drawn. */
  readonly getBBox: () => Box | undefined;
}

interface ResvgBinding {
  /** `options` is JSON. */
  readonly Resvg: new (
    svg: string,
    options: string,
  ) => Resvg;
}

/** Pixels of an SVG at its own size, where an inch has 96 (CSS 2.1, 4.3.2), and how to draw it. */
export interface SvgPicture {
  readonly width: number;
  readonly height: number;
  /** A png, so many times as large; undefined if filters reach too far to be drawn. */
  readonly draw: (zoom: number, has: Pick<SafeSvg, 'hasFilters' | 'passes'>) => Buffer | undefined;
}

/**
 * Reads an SVG that {@link safeSvg} has made. Fonts are the project's own, given by their paths: it draws the same on a
 * machine that has none. Throws Error for what is no picture.
 */
export function openSvg(svg: string, fontNames: readonly FontName[]): SvgPicture {
  const { Resvg } = requirePackage<ResvgBinding>(resvgPackage);
  const font = {
    loadSystemFonts: false,
    // Each font that is not needed is looked into again for every letter that others lack.
    fontFiles: fontNames.flatMap((name) =>
      fontFiles(name).map((file) => packageFile(fontPackage(name), file)),
    ),
    defaultFontFamily: fonts.sans.family,
    sansSerifFamily: fonts.sans.family,
    serifFamily: fonts.sans.family,
    cursiveFamily: fonts.sans.family,
    fantasyFamily: fonts.sans.family,
    monospaceFamily: fonts.mono.family,
  };
  const open = (drawing: string, options: object): Resvg =>
    new Resvg(drawing, JSON.stringify({ font, ...options }));
  // Text takes most of the time, and says nothing about the size.
  const { width, height } = open(svg, { font: { loadSystemFonts: false } });
  const draw: SvgPicture['draw'] = (zoom, { hasFilters, passes }) => {
    const options = { fitTo: { mode: 'zoom', value: zoom } };
    const drawing = open(svg, options);
    const box = drawing.getBBox();
    if (box === undefined) return drawing.render().asPng();
    const pixels = { width: width * zoom, height: height * zoom };
    const reach = reachOf(svg, box, pixels, zoom);
    if (hasFilters && Math.max(reach.width, reach.height) > MAX_REACH) return undefined;
    const roomy = withRoom(svg, reach, pixels, zoom, passes);
    if (roomy === undefined) return drawing.render().asPng();
    const crop = { left: 0, top: 0, right: Math.ceil(pixels.width), bottom: Math.ceil(pixels.height) };
    return open(roomy, { ...options, crop })
      .render()
      .asPng();
  };
  return { width, height, draw };
}
