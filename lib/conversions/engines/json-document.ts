import { ConversionError } from '../../errors.ts';
import { fileContent } from '../content.ts';
import { noInfo } from '../documents/document.ts';
import type { DocumentTree } from '../documents/document-tree.ts';
import {
  type Content,
  type Engine,
  type EngineOutput,
  EngineRefusal,
  type EngineRequest,
} from '../engine.ts';
import { textOptions } from '../options.ts';
import { readJsonSheets } from '../sheets/json-rows.ts';
import { formatJson } from '../text/json-source.ts';
import { readTextFile } from '../text/read-text-file.ts';

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
