import type * as z from 'zod';
import { finishImage } from '../../backends/sharp/encode-image.ts';
import { loadSharp } from '../../backends/sharp/load-sharp.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import type { ConvertRequest, FileResult } from '../../engine/role.ts';
import { ConversionError } from '../../errors.ts';
import type { RasterFormat } from '../../shared/images/image-options.ts';
import { checkImages } from './embedded-images.ts';
import { FILTERS_LEFT_OUT } from './filter-properties.ts';
import { MAX_REACH } from './filter-reach.ts';
import { MAX_PIXELS } from './limits.ts';
import { PIXELS_PER_INCH, type svgImageOptions } from './options.ts';
import { openSvg } from './render-svg.ts';
import { type SafeSvg, safeSvg } from './safe-svg.ts';
import { complexSvg, corruptSvg } from './svg-errors.ts';

/** The scale factor from a drawing's own size to the requested one. */
function zoomOf(
  own: { readonly width: number; readonly height: number },
  how: z.output<typeof svgImageOptions>,
): number {
  const across = how.width === undefined ? Infinity : how.width / own.width;
  const down = how.height === undefined ? Infinity : how.height / own.height;
  const zoom = Math.min(across, down);
  return zoom === Infinity ? how.dpi / PIXELS_PER_INCH : zoom;
}

type DrawRequest = ConvertRequest<typeof svgImageOptions, 'svg', RasterFormat>;

async function draw(drawing: SafeSvg, { options: how, to }: DrawRequest): Promise<FileResult> {
  const sharp = await loadSharp();
  await checkImages(sharp, drawing.images);
  const png = drawSvg(drawing, how);
  const dpi = how.width === undefined && how.height === undefined ? how.dpi : undefined;
  const { width: _, height: __, ...rest } = how;
  return { bytes: await finishImage(sharp(png), to, rest, dpi), warnings: drawing.warnings };
}

/** Draws an SVG. */
export async function renderImage(bytes: Uint8Array, request: DrawRequest): Promise<FileResult> {
  return await draw(await safeSvg(bytes), request);
}

/** Draws an SVG without its filters. Declines one that has none. */
export async function renderUnfiltered(bytes: Uint8Array, request: DrawRequest): Promise<FileResult> {
  const drawing = await safeSvg(bytes, { keepsFilters: false });
  if (!drawing.hasFilters) throw new EngineRefusal(corruptSvg());
  const warnings = [FILTERS_LEFT_OUT, ...drawing.warnings];
  return await draw({ ...drawing, hasFilters: false, warnings }, request);
}

function drawSvg({ svg, fontNames, hasFilters }: SafeSvg, how: z.output<typeof svgImageOptions>): Buffer {
  try {
    const drawing = openSvg(svg, fontNames);
    const zoom = zoomOf(drawing, how);
    const [width, height] = [Math.ceil(drawing.width * zoom), Math.ceil(drawing.height * zoom)];
    if (width * height > MAX_PIXELS) {
      const message = `The image would have ${width} x ${height} pixels; the limit is ${MAX_PIXELS} pixels in total. Set "width" and "height", or a lower "dpi".`;
      throw new ConversionError('too_complex', message);
    }
    const png = drawing.draw(zoom, hasFilters);
    if (png !== undefined) return png;
    const cause = `filters, and elements more than ${MAX_REACH} pixels from the origin`;
    throw new EngineRefusal(complexSvg(cause));
  } catch (error) {
    throw error instanceof ConversionError || error instanceof EngineRefusal ? error : corruptSvg(error);
  }
}
