import { packageFile } from '../../lib/conversions/base/package-assets.ts';
import { quietly } from '../../lib/conversions/base/quietly.ts';
import { loadPdfParse } from '../../lib/conversions/formats/pdf/pdf-js.ts';

/** An entry of a pdf's outline, and those below it. */
interface OutlineEntry {
  readonly title: string;
  readonly children: readonly OutlineEntry[];
}

const entriesOf = (
  items: readonly { readonly title: string; readonly items?: readonly unknown[] }[],
): OutlineEntry[] =>
  items.map(({ title, items: inner = [] }) => ({ title, children: entriesOf(inner as typeof items) }));

/** A pdf read with PDF.js, which no engine under test wrote it with. */
export async function readPdf(bytes: Uint8Array): Promise<{
  text: string;
  width: number;
  height: number;
  /** Width and height of each page, in whole points. */
  sizes: readonly (readonly [number, number])[];
  title: string | undefined;
  outline: readonly OutlineEntry[];
}> {
  const { PDFParse } = await quietly(loadPdfParse);
  const parser = new PDFParse({
    data: Uint8Array.from(bytes),
    cMapUrl: packageFile('pdfjs-dist', 'cmaps', '/'),
    cMapPacked: true,
    standardFontDataUrl: packageFile('pdfjs-dist', 'standard_fonts', '/'),
    verbosity: 0,
  });
  const { pages } = await parser.getText({ pageJoiner: '' });
  const { info, outline, pages: infos } = await parser.getInfo({ parsePageInfo: true });
  await parser.destroy();
  const [{ width, height } = { width: 0, height: 0 }] = infos;
  const text = pages.map((page) => page.text).join('\f');
  const sizes = infos.map((page) => [Math.round(page.width), Math.round(page.height)] as const);
  return { text, sizes, width, height, title: info?.Title, outline: entriesOf(outline ?? []) };
}
