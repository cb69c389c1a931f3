import { loadSharp } from '../../../backends/sharp/load-sharp.ts';
import { TypstError, typesetPdf, typstPackage } from '../../../backends/typst/typst-compiler.ts';
import { fileContent } from '../../../engine/content.ts';
import {
  type Content,
  type Engine,
  type EngineOutput,
  EngineRefusal,
  type EngineRequest,
} from '../../../engine/engine.ts';
import { checkPictures } from '../../svg/embedded-pictures.ts';
import { FILTERS_LEFT_OUT } from '../../svg/filter-properties.ts';
import { openSvg } from '../../svg/render-svg.ts';
import { type SafeSvg, safeSvg } from '../../svg/safe-svg.ts';
import { corruptSvg } from '../../svg/svg-errors.ts';
import { placeImage, placementOptions } from './page-placement.ts';

// CSS pixels are 3/4 of a point.
const POINTS_PER_PIXEL = 0.75;

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

async function typeset({ svg, pictures, warnings }: SafeSvg, request: EngineRequest): Promise<EngineOutput> {
  const options = placementOptions.parse(request.options);
  await checkPictures(await loadSharp(), pictures);
  const data = JSON.stringify(placeImage(sizeOf(svg), options));
  const files = [{ name: 'drawing.svg', bytes: Buffer.from(svg) }];
  try {
    const { bytes, pages } = typesetPdf(TEMPLATE, data, { files });
    return { content: bytes, report: { pages, warnings } };
  } catch (error) {
    throw error instanceof TypstError ? corruptSvg(error) : error;
  }
}

const convert = async (content: Content, request: EngineRequest): Promise<EngineOutput> =>
  await typeset(await safeSvg(fileContent(content)), request);

async function convertUnfiltered(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const drawing = await safeSvg(fileContent(content), { keepsFilters: false });
  if (!drawing.hasFilters) throw new EngineRefusal(corruptSvg());
  return await typeset({ ...drawing, warnings: [FILTERS_LEFT_OUT, ...drawing.warnings] }, request);
}

const common = { package: typstPackage, options: placementOptions, limits: {} };

/** SVG to pdf as lines and letters, not as pixels: Typst. */
export const typstSvg: Engine = {
  ...common,
  name: 'typst',
  edges: [{ from: 'svg', operation: 'convert', to: 'pdf' }],
  convert,
};

/** The same without filters, for drawings whose filters crash Typst. */
export const typstSvgUnfiltered: Engine = {
  ...common,
  name: 'typst-unfiltered',
  edges: [{ from: 'svg', operation: 'convert', to: 'pdf', loss: 1 }],
  convert: convertUnfiltered,
};
