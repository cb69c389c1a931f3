import { loadSharp } from '../../../backends/sharp/load-sharp.ts';
import type { FileResult } from '../../../engine/role.ts';
import { decodeBmp, type Pixels } from './decode-bitmap.ts';
import { decodeJpeg2000 } from './decode-jpeg2000.ts';
import { readIcon } from './read-icon.ts';

async function toPng({ width, height, data }: Pixels): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return await sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Decodes an image and encodes it as PNG. */
export async function convertToPng(bytes: Uint8Array, from: 'bmp' | 'ico' | 'jp2'): Promise<FileResult> {
  if (from === 'bmp') return { bytes: await toPng(decodeBmp(bytes)) };
  if (from === 'jp2') return { bytes: await toPng(await decodeJpeg2000(bytes)) };
  const icon = readIcon(bytes);
  return {
    bytes: 'png' in icon ? icon.png : await toPng(icon.pixels),
    warnings: icon.count > 1 ? [`Only the largest of ${icon.count} images in the icon was used.`] : [],
  };
}
