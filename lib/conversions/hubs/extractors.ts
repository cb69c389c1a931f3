import * as z from 'zod';
import { ConversionError } from '../../errors.ts';
import { createResultBudget } from '../base/result-size.ts';
import type { DocumentTree } from '../document/document-tree.ts';
import { chunkOptions, extractChunks } from '../document/extract-chunks.ts';
import { extractDocument, jsonFile, textExtracts } from '../document/extract-document.ts';
import { detectLanguage } from '../document/language.ts';
import { plainTextOf } from '../document/plain-text.ts';
import { rowsToCsv, tablesOf } from '../document/tables.ts';
import { toModel } from '../document/to-model.ts';
import { imageFileName } from '../document/tree-images.ts';
import { noOptions } from '../engine/options.ts';
import type { FileResult, WriteRequest } from '../engine/role.ts';
import { documentWriter } from '../engine/roles.ts';
import { makeZip, type ZipFile } from '../shared/zip/make-zip.ts';

const noText = (): ConversionError =>
  new ConversionError(
    'empty_document',
    'The document contains no text. Scanned pages need text recognition (OCR) first.',
  );

/** Extracts the text of documents, with sections and metadata. */
export const documentExtractor = documentWriter({
  name: 'docforge-text-extractor',
  extracts: textExtracts,
  options: noOptions,
  write: async (tree, { to, sourceBytes = 0, maxResultBytes }) => {
    const plain = plainTextOf(tree);
    if (to !== 'metadata' && plain.text === '') throw noText();
    return { bytes: await extractDocument(to, tree, plain, sourceBytes, maxResultBytes) };
  },
});

/** Splits documents into chunks for a search index. */
export const chunkExtractor = documentWriter({
  name: 'docforge-chunk-extractor',
  extracts: ['chunks'],
  options: chunkOptions,
  write: async (tree, { options, maxResultBytes }) => {
    const plain = plainTextOf(tree);
    if (plain.text === '') throw noText();
    return { bytes: await extractChunks(plain, options, maxResultBytes) };
  },
});

const modelOptions = z.strictObject({
  image_data: z
    .boolean()
    .default(false)
    .describe('Include the images as base64. By default they are only named; extract "images" returns them.'),
  lines: z
    .boolean()
    .default(false)
    .describe(
      'Include the lines of headings, paragraphs and code of a PDF or a recognized image with their places, and the words of recognized lines.',
    ),
});

/** Extracts whole documents in the published model. */
export const modelExtractor = documentWriter({
  name: 'docforge-document-extractor',
  extracts: ['document'],
  options: modelOptions,
  write: async (tree, { options, maxResultBytes }) => {
    const language = tree.language === undefined ? await detectLanguage(plainTextOf(tree).text) : null;
    const model = toModel(tree, { language, imageData: options.image_data, lines: options.lines });
    return { bytes: jsonFile(model, maxResultBytes) };
  },
});

const tablesOptions = z.strictObject({
  tables_as: z
    .enum(['json', 'csv'])
    .default('json')
    .describe(
      'Result format: one JSON file, or csv. Several csv tables are returned as a zip of table-1.csv and so on.',
    ),
  escape_formulas: z
    .boolean()
    .default(true)
    .describe(
      "For csv: prefix text that starts with = + - @, a tab or a line break with ', so that spreadsheets do not run it as a formula.",
    ),
});

const csvFile = { mimeType: 'text/csv; charset=utf-8', extension: 'csv' };
const zipFile = { mimeType: 'application/zip', extension: 'zip' };

async function writeTables(
  tree: DocumentTree,
  { options: { tables_as, escape_formulas }, maxResultBytes }: WriteRequest<typeof tablesOptions, 'tables'>,
): Promise<FileResult> {
  if (tables_as === 'json') return { bytes: jsonFile(tablesOf(tree), maxResultBytes) };
  const budget = createResultBudget(maxResultBytes);
  const files = Array.from(
    tablesOf(tree),
    ({ rows }, index): ZipFile => ({
      name: `table-${index + 1}.csv`,
      bytes: rowsToCsv(rows, escape_formulas, budget),
    }),
  );
  const [first] = files;
  if (first === undefined) {
    throw new ConversionError('empty_document', 'The document contains no tables. Extract "text" instead.');
  }
  if (files.length === 1) return { bytes: first.bytes, file: csvFile };
  return { bytes: makeZip(files), file: zipFile };
}

/** Extracts the tables of documents. */
export const tableExtractor = documentWriter({
  name: 'docforge-table-extractor',
  extracts: ['tables'],
  options: tablesOptions,
  write: writeTables,
});

/** Extracts the images of documents, unchanged. */
export const imageExtractor = documentWriter({
  name: 'docforge-image-extractor',
  extracts: ['images'],
  options: noOptions,
  write: async (tree) => {
    if (tree.images.length === 0) {
      throw new ConversionError(
        'empty_document',
        'The document contains no images. Scanned or drawn pages can be converted to png.',
      );
    }
    const files = tree.images.map(
      (image, index): ZipFile => ({
        name: imageFileName(image, index),
        bytes: image.bytes,
        stored: image.mimeType !== 'image/svg+xml',
      }),
    );
    return { bytes: makeZip(files) };
  },
});
