import * as z from 'zod';
import { ConversionError } from '../../errors.ts';
import { createResultBudget } from '../base/result-size.ts';
import { extractDocument, jsonFile, textExtract } from '../document/extract-document.ts';
import { flattenTree } from '../document/flatten-tree.ts';
import { rowsToCsv, tablesOf } from '../document/tables.ts';
import { imageFileName } from '../document/tree-images.ts';
import { documentContent } from '../engine/content.ts';
import type { Content, Engine, EngineOutput, EngineRequest } from '../engine/engine.ts';
import { makeZip, type ZipFile } from '../shared/zip/make-zip.ts';

async function extractText(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const tree = documentContent(content);
  const document = flattenTree(tree);
  if (request.to !== 'metadata' && document.text === '') {
    throw new ConversionError('empty_document', 'The document holds no text. Check the file.');
  }
  const format = textExtract(request);
  return {
    content: await extractDocument(
      format,
      document,
      tree.info,
      request.sourceBytes ?? 0,
      request.maxResultBytes,
    ),
    report: { pages: tree.pages },
  };
}

/** Text of documents, with chunks, sections and facts about it. */
export const documentExtractor: Engine = {
  name: 'docforge',
  edges: [
    { from: 'document', operation: 'extract', to: 'text' },
    { from: 'document', operation: 'extract', to: 'structured' },
    { from: 'document', operation: 'extract', to: 'chunks' },
    { from: 'document', operation: 'extract', to: 'metadata' },
  ],
  options: z.strictObject({}),
  limits: {},
  convert: extractText,
};

const tablesOptions = z.strictObject({
  tables_as: z
    .enum(['json', 'csv'])
    .default('json')
    .describe(
      'One JSON file, or csv: a file for a single table, a zip of table-1.csv and so on for several.',
    ),
  escape_formulas: z
    .boolean()
    .default(true)
    .describe(
      "For csv: puts ' before texts that start with = + - @, a tab or a line end, which spreadsheets would run as formulas.",
    ),
});

const csvFile = { mimeType: 'text/csv; charset=utf-8', extension: 'csv' };
const zipFile = { mimeType: 'application/zip', extension: 'zip' };

async function extractTables(content: Content, request: EngineRequest): Promise<EngineOutput> {
  const { tables_as, escape_formulas } = tablesOptions.parse(request.options);
  const tree = documentContent(content);
  const report = { pages: tree.pages };
  if (tables_as === 'json') return { content: jsonFile(tablesOf(tree), request.maxResultBytes), report };
  const budget = createResultBudget(request.maxResultBytes);
  const files = Array.from(
    tablesOf(tree),
    ({ rows }, index): ZipFile => ({
      name: `table-${index + 1}.csv`,
      bytes: rowsToCsv(rows, escape_formulas, budget),
    }),
  );
  const [first] = files;
  if (first === undefined) {
    throw new ConversionError('empty_document', 'No table was found in the document. Check the file.');
  }
  if (files.length === 1) return { content: first.bytes, file: csvFile, report };
  return { content: makeZip(files), file: zipFile, report };
}

/** Tables of documents. */
export const tableExtractor: Engine = {
  name: 'docforge-tables',
  edges: [{ from: 'document', operation: 'extract', to: 'tables' }],
  options: tablesOptions,
  limits: {},
  convert: extractTables,
};

async function extractImages(content: Content): Promise<EngineOutput> {
  const tree = documentContent(content);
  if (tree.images.length === 0) {
    throw new ConversionError('empty_document', 'No image was found in the document. Check the file.');
  }
  const files = tree.images.map(
    (image, index): ZipFile => ({
      name: imageFileName(image, index),
      bytes: image.bytes,
      stored: image.mimeType !== 'image/svg+xml',
    }),
  );
  return { content: makeZip(files), report: { pages: tree.pages } };
}

/** Pictures of documents, as they stood in the file. */
export const imageExtractor: Engine = {
  name: 'docforge-images',
  edges: [{ from: 'document', operation: 'extract', to: 'images' }],
  options: z.strictObject({}),
  limits: {},
  convert: extractImages,
};
