import { ConversionError } from '../../../errors.ts';
import { noInfo } from '../../document/document.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { fileContent } from '../../engine/content.ts';
import {
  type Content,
  type Engine,
  type EngineOutput,
  EngineRefusal,
  type EngineRequest,
} from '../../engine/engine.ts';
import { textOptions } from '../../engine/options.ts';
import { readTextFile } from '../text/read-text-file.ts';
import { readJsonSheets } from './json-rows.ts';
import { formatJson } from './json-source.ts';

/** Passes JSON that is tables where tables are asked for: a listing has none. */
function passTables(text: string, { target }: EngineRequest): void {
  if (target?.operation !== 'extract' || target.to !== 'tables') return;
  try {
    readJsonSheets(text, '');
  } catch (error) {
    if (error instanceof ConversionError) return;
    throw error;
  }
  throw new EngineRefusal(
    new ConversionError('empty_document', 'As a listing the JSON has no table. Check the file.'),
  );
}

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { encoding: declared } = textOptions.parse(request.options);
  const { text, encoding, warnings } = readTextFile(fileContent(content), declared);
  passTables(text, request);
  const tree: DocumentTree = {
    hub: 'document',
    fileType: 'json',
    info: { ...noInfo, encoding },
    blocks: [{ kind: 'code', text: formatJson(text), language: 'json' }],
    notes: [],
    images: [],
    pages: null,
  };
  return { content: tree, report: { warnings } };
}

/** JSON as a listing with indents, for documents that show it. */
export const jsonListing: Engine = {
  name: 'docforge-json-listing',
  edges: [{ from: 'json', operation: 'read', to: 'document' }],
  options: textOptions,
  limits: {},
  convert,
};
