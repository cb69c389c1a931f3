import * as z from 'zod';
import { typstCompiler, typstPackage } from '../../../backends/typst/typst-compiler.ts';
import { pdfPageOptions } from '../../../engine/options.ts';
import { documentWriter } from '../../../engine/roles.ts';
import { MAX_CELLS } from './typesetting/table-data.ts';
import { MAX_CHARACTERS, typesetDocument } from './typesetting/typeset-document.ts';

const options = z.strictObject({
  ...pdfPageOptions.shape,
  font: z
    .enum(['sans', 'mono'])
    .default('sans')
    .describe('Font family of the text: proportional ("sans") or monospaced ("mono").'),
  font_size: z.number().min(4).max(72).default(11).describe('Font size, in points.'),
});

/** Writes documents to PDF with Typst. */
export const typstDocument = documentWriter({
  name: 'typst-pdf-writer',
  package: typstPackage,
  to: ['pdf'],
  options,
  resultOptions: ['pdf_standard'],
  limits: { maxCharacters: MAX_CHARACTERS, maxCells: MAX_CELLS },
  write: (tree, request) => typesetDocument(tree, request.options, request.filename),
  warm: async () => {
    typstCompiler();
  },
});
