import { packageFile } from '../../lib/conversions/package-assets.ts';

/** A pdf read with PDF.js, which no engine under test wrote it with. */
export async function readPdf(
  bytes: Uint8Array,
): Promise<{ text: string; width: number; height: number; title: string | undefined }> {
  const { PDFParse } = await import('pdf-parse');
  const parser = new PDFParse({
    data: Uint8Array.from(bytes),
    cMapUrl: packageFile('pdfjs-dist', 'cmaps', '/'),
    cMapPacked: true,
    standardFontDataUrl: packageFile('pdfjs-dist', 'standard_fonts', '/'),
    verbosity: 0,
  });
  const { pages } = await parser.getText({ pageJoiner: '' });
  const { info, pages: sizes } = await parser.getInfo({ parsePageInfo: true });
  await parser.destroy();
  const [{ width, height } = { width: 0, height: 0 }] = sizes;
  return { text: pages.map((page) => page.text).join('\f'), width, height, title: info?.Title };
}
