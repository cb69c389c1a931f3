import { loadSharp } from '../../../backends/sharp/load-sharp.ts';
import { TypstError, typesetPdf } from '../../../backends/typst/typst-compiler.ts';
import { EngineRefusal } from '../../../engine/engine.ts';
import type { FileResult } from '../../../engine/role.ts';
import { checkImages } from '../../svg/embedded-images.ts';
import { FILTERS_LEFT_OUT } from '../../svg/filter-properties.ts';
import { openSvg } from '../../svg/render-svg.ts';
import { type SafeSvg, safeSvg } from '../../svg/safe-svg.ts';
import { corruptSvg } from '../../svg/svg-errors.ts';
import { POINTS_PER_PIXEL, placeImage } from './page-placement.ts';
import type { SvgPdfOptions } from './svg-options.ts';

const TEMPLATE = `#let data = json(bytes(sys.inputs.data))
#set document(date: none)
#set page(width: data.pageWidth * 1pt, height: data.pageHeight * 1pt, margin: 0pt)
#place(top + left, dx: data.x * 1pt, dy: data.y * 1pt, image("drawing.svg", width: data.width * 1pt, height: data.height * 1pt, fit: "stretch"))
`;

function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  try {
    const { width, height } = openSvg(svg, []);
    return { width: width * POINTS_PER_PIXEL, height: height * POINTS_PER_PIXEL };
  } catch (error) {
    throw corruptSvg(error);
  }
}

async function typeset(
  { svg, images, warnings }: SafeSvg,
  { pdf_standard, ...placement }: SvgPdfOptions,
): Promise<FileResult> {
  await checkImages(await loadSharp(), images);
  const data = JSON.stringify(placeImage(sizeOf(svg), placement));
  const files = [{ name: 'drawing.svg', bytes: Buffer.from(svg) }];
  try {
    const { bytes, pages } = typesetPdf(TEMPLATE, data, { files });
    if (pdf_standard === 'none') return { bytes, pages, warnings };
    const { archivePdf } = await import('../archive/archive-pdf.ts');
    return { bytes: (await archivePdf(bytes, pdf_standard)).bytes, pages, warnings };
  } catch (error) {
    throw error instanceof TypstError ? corruptSvg(error) : error;
  }
}

/** Writes a drawing on a page. */
export async function writeSvg(bytes: Uint8Array, options: SvgPdfOptions): Promise<FileResult> {
  return await typeset(await safeSvg(bytes), options);
}

/** Writes a drawing without its filters on a page. Declines one that has none. */
export async function writeUnfilteredSvg(bytes: Uint8Array, options: SvgPdfOptions): Promise<FileResult> {
  const drawing = await safeSvg(bytes, { keepsFilters: false });
  if (!drawing.hasFilters) throw new EngineRefusal(corruptSvg());
  return await typeset({ ...drawing, warnings: [FILTERS_LEFT_OUT, ...drawing.warnings] }, options);
}
