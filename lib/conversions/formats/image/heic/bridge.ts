import { heifVersion } from '../../../backends/heif/installation.ts';
import { MAX_IMAGE_PIXELS } from '../../../backends/sharp/limits.ts';
import { noOptions } from '../../../engine/options.ts';
import { fileConverter } from '../../../engine/roles.ts';

/** Decodes HEIC images with an installed program of libheif, so that every other engine can. */
export const heifBridge = fileConverter({
  name: 'libheif-heic-to-png',
  isOptional: true,
  version: heifVersion,
  pairs: [{ from: 'heic', to: 'png', isBridge: true }],
  options: noOptions,
  limits: { maxPixels: MAX_IMAGE_PIXELS },
  convert: async (input) => {
    const { decodeHeic } = await import('./decode-heic.ts');
    return await decodeHeic(input);
  },
});
