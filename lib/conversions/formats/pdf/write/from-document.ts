import * as z from 'zod';
import { typstCompiler, typstPackage } from '../../../backends/typst/typst-compiler.ts';
import { documentContent } from '../../../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../../../engine/engine.ts';
import { pdfPageOptions } from '../../../engine/options.ts';
import { MAX_CELLS } from './typesetting/table-data.ts';
import { MAX_CHARACTERS, typesetDocument } from './typesetting/typeset-document.ts';

const options = z.strictObject({
  ...pdfPageOptions.shape,
  font: z.enum(['sans', 'mono']).default('sans').describe('Letters of one width (mono) or not.'),
  font_size: z.number().min(4).max(72).default(11).describe('Size of the letters, in points.'),
});

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const tree = documentContent(content);
  const { bytes, pages, warnings } = await typesetDocument(
    tree,
    options.parse(request.options),
    request.filename,
  );
  return { content: bytes, report: { pages, warnings } };
}

/** Documents to pdf. */
export const typstDocument: Engine = {
  name: 'typst',
  package: typstPackage,
  edges: [{ from: 'document', operation: 'convert', to: 'pdf' }],
  options,
  limits: { maxCharacters: MAX_CHARACTERS, maxCells: MAX_CELLS },
  convert,
  warm: async () => {
    typstCompiler();
  },
};
