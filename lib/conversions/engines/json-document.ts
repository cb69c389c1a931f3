import { fileContent } from '../content.ts';
import { noInfo } from '../documents/document.ts';
import type { DocumentTree } from '../documents/document-tree.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../engine.ts';
import { textOptions } from '../options.ts';
import { formatJson } from '../text/json-source.ts';
import { readTextFile } from '../text/read-text-file.ts';

async function convert(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { encoding: declared } = textOptions.parse(request.options);
  const { text, encoding, warnings } = readTextFile(fileContent(content), declared);
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
