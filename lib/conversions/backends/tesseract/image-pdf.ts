import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { maxOf } from '../../base/arrays.ts';

const pack = promisify(deflate);

/** A grey page image: one byte per pixel, and its resolution. */
export interface GreyImage {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
}

/**
 * Writes a PDF (ISO 32000-1, 7.5), the input of text recognition. Each page shows its images below each other. The
 * recognizer never reads the client's own file, and pixels keep their size.
 */
export async function imagePdf(pages: readonly (readonly GreyImage[])[]): Promise<Buffer> {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (body: string, stream?: Uint8Array): void => {
    offsets.push(length);
    const header = Buffer.from(`${offsets.length} 0 obj\n${body}\n`);
    const rest =
      stream === undefined
        ? [Buffer.from('endobj\n')]
        : [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\nendobj\n')];
    for (const part of [header, ...rest]) {
      parts.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
      length += part.length;
    }
  };
  // A page, its content and its images follow each other.
  const numbers = [3];
  for (const images of pages) numbers.push((numbers.at(-1) ?? 0) + 2 + images.length);
  const kids = numbers.slice(0, -1).map((number) => `${number} 0 R`);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`);
  for (const [at, images] of pages.entries()) {
    const number = numbers[at] ?? 0;
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
    const names = images.map((_, index) => `/P${index} ${number + 2 + index} 0 R`).join(' ');
    const content = Buffer.from(drawn.join('\n'));
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents ${number + 1} 0 R /Resources << /XObject << ${names} >> >> >>`,
    );
    add(`<< /Length ${content.length} >>`, content);
    for (const { pixels, width, height } of images) {
      // Level 1: the file is read only once, right away.
      const packed = await pack(pixels, { level: 1 });
      add(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${packed.length} >>`,
        packed,
      );
    }
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = offsets.length + 1;
  const tail = `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(tail)]);
}
