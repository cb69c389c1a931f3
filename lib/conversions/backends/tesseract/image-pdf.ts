import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

const pack = promisify(deflate);

/** A grey page image: one byte per pixel, and its resolution. */
export interface GreyImage {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
}

/**
 * Writes a PDF with one image per page (ISO 32000-1, 7.5), the input of text recognition. The recognizer never reads
 * the client's own file, and pixels keep their size.
 */
export async function imagePdf(images: readonly GreyImage[]): Promise<Buffer> {
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
  const kids = images.map((_, at) => `${3 + at * 3} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${images.length} /Kids [${kids}] >>`);
  for (const [at, { pixels, width, height, dpi }] of images.entries()) {
    const page = 3 + at * 3;
    const [across, down] = [width, height].map((side) => ((side * 72) / dpi).toFixed(4));
    // Level 1: the file is read only once, right away.
    const packed = await pack(pixels, { level: 1 });
    const draw = Buffer.from(`${across} 0 0 ${down} 0 0 cm /P Do`);
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Contents ${page + 1} 0 R /Resources << /XObject << /P ${page + 2} 0 R >> >> >>`,
    );
    add(`<< /Length ${draw.length} >>`, draw);
    add(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${packed.length} >>`,
      packed,
    );
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = offsets.length + 1;
  const tail = `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(tail)]);
}
