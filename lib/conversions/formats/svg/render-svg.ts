import { type FontName, fontFiles, fontPackage, fonts } from '../../backends/fonts/fonts.ts';
import { packageFile, requirePackage } from '../../base/package-assets.ts';
import { withRoom } from './canvas-room.ts';
import { type Box, MAX_REACH, reachOf } from './filter-reach.ts';
import { resvgPackage } from './package.ts';

/** The subset of the binding in use (resvg-js 2.6.2). */
interface Resvg {
  /** Intrinsic width in pixels. */
  readonly width: number;
  readonly height: number;
  readonly render: () => { readonly asPng: () => Buffer };
  /** Bounding box of all elements in units of the root `viewBox`; undefined if nothing is drawn. */
  readonly getBBox: () => Box | undefined;
}

interface ResvgBinding {
  /** `options` is JSON. */
  readonly Resvg: new (
    svg: string,
    options: string,
  ) => Resvg;
}

/** A parsed SVG with its intrinsic size in pixels at 96 dpi (CSS 2.1, 4.3.2). */
interface SvgImage {
  readonly width: number;
  readonly height: number;
  /** Renders a png at `zoom` times the intrinsic size. Returns undefined if filters extend too far. */
  readonly draw: (zoom: number, hasFilters: boolean) => Buffer | undefined;
}

/**
 * Parses an SVG sanitized by {@link safeSvg}. Uses only the bundled fonts, so output does not depend on the machine. Throws
 * Error if the SVG is invalid.
 */
export function openSvg(svg: string, fontNames: readonly FontName[]): SvgImage {
  const { Resvg } = requirePackage<ResvgBinding>(resvgPackage);
  const font = {
    loadSystemFonts: false,
    // resvg searches every loaded font for each missing glyph, so load only the fonts needed.
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
  // Skip fonts here: text layout takes most of the time and does not affect the size.
  const { width, height } = open(svg, { font: { loadSystemFonts: false } });
  const draw: SvgImage['draw'] = (zoom, hasFilters) => {
    const options = { fitTo: { mode: 'zoom', value: zoom } };
    const drawing = open(svg, options);
    const box = drawing.getBBox();
    if (box === undefined) return drawing.render().asPng();
    const pixels = { width: width * zoom, height: height * zoom };
    const reach = reachOf(svg, box, pixels, zoom);
    if (hasFilters && Math.max(reach.width, reach.height) > MAX_REACH) return undefined;
    const roomy = withRoom(svg, reach, pixels, zoom);
    if (roomy === undefined) return drawing.render().asPng();
    const crop = { left: 0, top: 0, right: Math.ceil(pixels.width), bottom: Math.ceil(pixels.height) };
    return open(roomy, { ...options, crop })
      .render()
      .asPng();
  };
  return { width, height, draw };
}
