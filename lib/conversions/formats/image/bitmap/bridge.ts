import { MAX_IMAGE_PIXELS } from '../../../backends/sharp/limits.ts';
import { noOptions } from '../../../engine/options.ts';
import { fileConverter } from '../../../engine/roles.ts';

/** Decodes images that sharp does not read, so that every other engine can. */
export const bitmapBridge = fileConverter({
  name: 'docforge-image-to-png',
  package: 'sharp',
  pairs: [
    { from: 'bmp', to: 'png', isBridge: true },
    { from: 'ico', to: 'png', isBridge: true },
    { from: 'jp2', to: 'png', isBridge: true },
  ],
  options: noOptions,
  limits: { maxPixels: MAX_IMAGE_PIXELS },
  convert: async (input, { from }) => {
    const { convertToPng } = await import('./convert-to-png.ts');
    return await convertToPng(input, from);
  },
});
