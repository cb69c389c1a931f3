import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { maxOf } from '../../base/arrays.ts';
import { startPdf } from '../../shared/pdf/pdf-file.ts';

const pack = promisify(deflate);

/** A grey page image: one byte per pixel, and its resolution. */
export interface GreyImage {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
}

/**
 * Writes a PDF, the input of text recognition. Each page shows its images below each other. The recognizer never reads the
 * client's own file, and pixels keep their size.
 */
export async function imagePdf(pages: readonly (readonly GreyImage[])[]): Promise<Buffer> {
  const pdf = startPdf();
  const tree = pdf.reserve();
  const kids: string[] = [];
  for (const images of pages) {
    const sizes = images.map(({ width, height, dpi }) => ({
      across: (width * 72) / dpi,
      down: (height * 72) / dpi,
    }));
    const across = maxOf(sizes.map((size) => size.across)).toFixed(4);
    let bottom = sizes.reduce((sum, { down }) => sum + down, 0);
    const box = `[0 0 ${across} ${bottom.toFixed(4)}]`;
    const drawn = sizes.map((size, index) => {
      bottom -= size.down;
      return `q ${size.across.toFixed(4)} 0 0 ${size.down.toFixed(4)} 0 ${bottom.toFixed(4)} cm /P${index} Do Q`;
    });
    const names: string[] = [];
    for (const { pixels, width, height } of images) {
      // Level 1: the file is read only once, right away.
      const packed = await pack(pixels, { level: 1 });
      const size = `/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8`;
      names.push(`/P${names.length} ${pdf.addPacked(packed, `/Type/XObject/Subtype/Image${size}`)} 0 R`);
    }
    const content = pdf.addStream(Buffer.from(drawn.join('\n')));
    const page = pdf.add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox${box}/Contents ${content} 0 R/Resources<</XObject<<${names.join(' ')}>>>>>>`,
    );
    kids.push(`${page} 0 R`);
  }
  pdf.write(tree, `<</Type/Pages/Count ${pages.length}/Kids[${kids.join(' ')}]>>`);
  return pdf.end(`/Root ${pdf.add(`<</Type/Catalog/Pages ${tree} 0 R>>`)} 0 R`);
}
