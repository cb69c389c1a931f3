import { Buffer } from 'node:buffer';
import { constants, deflateSync } from 'node:zlib';
import Pdf from 'pdfkit';

const escapeText = (text: string): string => text.replace(/[\\()]/g, (char) => `\\${char}`);

/** A PDF 1.4 with one page per text in Helvetica, written by hand so that its bytes are known. */
export const simplePdf = (pages: readonly string[]): Buffer => {
  const fontId = 3;
  const firstPageId = 4;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${firstPageId + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const content = `BT /F1 12 Tf 72 720 Td (${escapeText(text)}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 ${fontId} 0 R >> >> /Contents ${firstPageId + 2 * index + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`,
    'latin1',
  );
};

/** A PDF that opens with the user's password only. */
export const encryptedPdf = async (text: string, userPassword: string): Promise<Buffer> => {
  const document = new Pdf({ userPassword, pdfVersion: '1.7' });
  const parts: Buffer[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  document.on('data', (part: Buffer) => parts.push(part));
  document.on('end', () => resolve());
  document.text(text).end();
  await promise;
  return Buffer.concat(parts);
};

/** A small PDF whose one page inflates to a gigabyte of drawing operators. */
export const inflatingPdf = (): Buffer => {
  // 1,024 equal blocks, each of a megabyte. Readers ignore the checksum at the end.
  const block = deflateSync(Buffer.alloc(2 ** 20, 'q Q '), { finishFlush: constants.Z_FULL_FLUSH });
  const header = block.subarray(0, 2);
  const blocks = Array.from({ length: 1024 }, () => block.subarray(2));
  const once = Buffer.concat([header, ...blocks, Buffer.from([3, 0, 0, 0, 0, 0])]);
  const content = deflateSync(once, { level: 9 });
  const head = Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj',
      '2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj',
      '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>\nendobj',
      `4 0 obj\n<< /Length ${content.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`,
    ].join('\n'),
  );
  const tail = Buffer.from('\nendstream\nendobj\ntrailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n');
  return Buffer.concat([head, content, tail]);
};
