import { loadSharp } from '../../../backends/sharp/load-sharp.ts';
import { MAX_IMAGE_PIXELS } from '../../../backends/sharp/open-image.ts';
import { noOptions } from '../../../engine/options.ts';
import { fileConverter } from '../../../engine/roles.ts';
import { decodeBmp, type Pixels } from './decode-bitmap.ts';
import { decodeJpeg2000 } from './decode-jpeg2000.ts';
import { readIcon } from './read-icon.ts';

async function toPng({ width, height, data }: Pixels): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return await sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

async function convertToPng(bytes: Uint8Array, from: 'bmp' | 'ico' | 'jp2'): Promise<Uint8Array> {
  if (from === 'bmp') return await toPng(decodeBmp(bytes));
  if (from === 'jp2') return await toPng(await decodeJpeg2000(bytes));
  const icon = readIcon(bytes);
  return 'png' in icon ? icon.png : await toPng(icon.pixels);
}

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
  convert: async (input, { from }) => ({ bytes: await convertToPng(input, from) }),
});
