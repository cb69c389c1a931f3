import * as z from 'zod';
import { ConversionError } from '../../../errors.ts';
import { cleanText } from '../../document/clean-text.ts';
import { flattenTree } from '../../document/flatten-tree.ts';
import { documentContent } from '../../engine/content.ts';
import type { Content, Engine, EngineOutput } from '../../engine/engine.ts';

async function convert(content: Content): Promise<EngineOutput> {
  const tree = documentContent(content);
  const text = cleanText(flattenTree(tree).text);
  if (text.trim() === '') {
    throw new ConversionError('empty_document', 'The document holds no text. Check the file.');
  }
  return { content: Buffer.from(`${text}\n`), report: { pages: tree.pages } };
}

/** Documents as plain text. */
export const textWriter: Engine = {
  name: 'docforge-text',
  edges: [{ from: 'document', operation: 'convert', to: 'text' }],
  options: z.strictObject({}),
  limits: {},
  convert,
};
