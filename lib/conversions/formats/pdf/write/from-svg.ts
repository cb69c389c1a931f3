import * as z from 'zod';
import { loadSharp } from '../../../backends/sharp/load-sharp.ts';
import { TypstError, typesetPdf, typstPackage } from '../../../backends/typst/typst-compiler.ts';
import { EngineRefusal } from '../../../engine/engine.ts';
import { archiveOptions } from '../../../engine/options.ts';
import type { FileResult } from '../../../engine/role.ts';
import { fileConverter, pairs } from '../../../engine/roles.ts';
import { checkImages } from '../../svg/embedded-images.ts';
import { FILTERS_LEFT_OUT } from '../../svg/filter-properties.ts';
import { openSvg } from '../../svg/render-svg.ts';
import { type SafeSvg, safeSvg } from '../../svg/safe-svg.ts';
import { corruptSvg } from '../../svg/svg-errors.ts';
import { placeImage, placementOptions } from './page-placement.ts';

// A CSS pixel is 3/4 of a point.
const POINTS_PER_PIXEL = 0.75;

const TEMPLATE = `#let data = json(bytes(sys.inputs.data))
#set document(date: none)
#set page(width: data.pageWidth * 1pt, height: data.pageHeight * 1pt, margin: 0pt)
#place(top + left, dx: data.x * 1pt, dy: data.y * 1pt, image("drawing.svg", width: data.width * 1pt, height: data.height * 1pt, fit: "stretch"))
`;

const options = z.strictObject({ ...placementOptions.shape, ...archiveOptions.shape });

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
  { pdf_standard, ...placement }: z.output<typeof options>,
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

const common = {
  package: typstPackage,
  pairs: pairs(['svg'], ['pdf']),
  options,
  resultOptions: ['pdf_standard'],
} as const;

/** Converts SVG to PDF as vector graphics and text with Typst. */
export const typstSvg = fileConverter({
  ...common,
  name: 'typst-svg-to-pdf',
  convert: async (bytes, { options }) => await typeset(await safeSvg(bytes), options),
});

/** Converts SVG to PDF without its filters, for filters that crash Typst. */
export const typstSvgUnfiltered = fileConverter({
  ...common,
  name: 'typst-unfiltered-svg-to-pdf',
  loss: 1,
  convert: async (bytes, { options }) => {
    const drawing = await safeSvg(bytes, { keepsFilters: false });
    if (!drawing.hasFilters) throw new EngineRefusal(corruptSvg());
    return await typeset({ ...drawing, warnings: [FILTERS_LEFT_OUT, ...drawing.warnings] }, options);
  },
});
