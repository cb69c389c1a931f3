import { fileConverter, pairs } from '../../engine/roles.ts';
import { rasterFormats } from '../../shared/images/image-options.ts';
import { MAX_PIXELS } from './limits.ts';
import { svgImageOptions } from './options.ts';
import { resvgPackage } from './package.ts';

const common = {
  package: resvgPackage,
  pairs: pairs(['svg'], rasterFormats),
  options: svgImageOptions,
  limits: { maxPixels: MAX_PIXELS },
};

/** Renders SVG files to images with resvg and the project's fonts. */
export const resvg = fileConverter({
  ...common,
  name: 'resvg-svg-to-image',
  convert: async (bytes, request) => {
    const { renderImage } = await import('./render-image.ts');
    return await renderImage(bytes, request);
  },
});

/**
 * Renders SVG files without their filters, for filters that resvg cannot render: it exits the process if a filter region
 * overflows its integers or is outside of the canvas.
 */
export const resvgUnfiltered = fileConverter({
  ...common,
  name: 'resvg-unfiltered-svg-to-image',
  loss: 1,
  convert: async (bytes, request) => {
    const { renderUnfiltered } = await import('./render-image.ts');
    return await renderUnfiltered(bytes, request);
  },
});
