import { typstPackage } from '../../../backends/typst/package.ts';
import { fileConverter, pairs } from '../../../engine/roles.ts';
import { svgPdfOptions } from './svg-options.ts';

const common = {
  package: typstPackage,
  pairs: pairs(['svg'], ['pdf']),
  options: svgPdfOptions,
  resultOptions: ['pdf_standard'],
} as const;

/** Converts SVG to PDF as vector graphics and text with Typst. */
export const typstSvg = fileConverter({
  ...common,
  name: 'typst-svg-to-pdf',
  convert: async (bytes, { options }) => {
    const { writeSvg } = await import('./write-svg.ts');
    return await writeSvg(bytes, options);
  },
});

/** Converts SVG to PDF without its filters, for filters that crash Typst. */
export const typstSvgUnfiltered = fileConverter({
  ...common,
  name: 'typst-unfiltered-svg-to-pdf',
  loss: 1,
  convert: async (bytes, { options }) => {
    const { writeUnfilteredSvg } = await import('./write-svg.ts');
    return await writeUnfilteredSvg(bytes, options);
  },
});
