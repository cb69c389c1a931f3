import * as z from 'zod';
import { officeFormats } from '../../../backends/libreoffice/office-formats.ts';
import { typstPackage } from '../../../backends/typst/package.ts';
import { documentPageOptions } from '../../../engine/options.ts';
import { documentWriter } from '../../../engine/roles.ts';
import type { Format } from '../../../formats.ts';
import { MAX_CELLS, MAX_CHARACTERS } from './typesetting/limits.ts';

/** The warning about a document of a format that LibreOffice prints with its layout. */
const lostLayout = (from: Format): string[] =>
  officeFormats.some((format) => format === from)
    ? [
        `The layout of the ${from} document was lost: it was printed without LibreOffice, from its text, tables and images.`,
      ]
    : [];

const options = z.strictObject({
  ...documentPageOptions.shape,
  font: z
    .enum(['sans', 'mono'])
    .optional()
    .describe(
      'Font family of the text: proportional ("sans") or monospaced ("mono"). Default: the document\'s own, otherwise sans.',
    ),
  font_size: z
    .number()
    .min(4)
    .max(72)
    .optional()
    .describe("Font size of the text, in points. Default: the document's own, otherwise 11."),
});

/** Writes documents to PDF with Typst. */
export const typstDocument = documentWriter({
  name: 'typst-pdf-writer',
  package: typstPackage,
  to: ['pdf'],
  options,
  resultOptions: ['pdf_standard'],
  limits: { maxCharacters: MAX_CHARACTERS, maxCells: MAX_CELLS },
  write: async (tree, request) => {
    const { typesetDocument } = await import('./typesetting/typeset-document.ts');
    const written = await typesetDocument(tree, request.options, request.filename);
    return { ...written, warnings: [...written.warnings, ...lostLayout(tree.format)] };
  },
  warm: async () => {
    const { typstCompiler } = await import('../../../backends/typst/typst-compiler.ts');
    typstCompiler();
  },
});
