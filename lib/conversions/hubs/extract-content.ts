import { createResultBudget } from '../base/result-size.ts';
import type { chunkOptions } from '../document/chunk-options.ts';
import type { DocumentTree } from '../document/document-tree.ts';
import { extractChunks } from '../document/extract-chunks.ts';
import { extractDocument, jsonFile } from '../document/extract-document.ts';
import { detectLanguage } from '../document/language.ts';
import { noText } from '../document/no-text.ts';
import { plainTextOf } from '../document/plain-text.ts';
import { rowsToCsv, tablesOf } from '../document/tables.ts';
import type { TextExtract } from '../document/text-extracts.ts';
import { toModel } from '../document/to-model.ts';
import { imageFileName } from '../document/tree-images.ts';
import type { noOptions } from '../engine/options.ts';
import type { FileResult, WriteRequest } from '../engine/role.ts';
import { ConversionError } from '../errors.ts';
import { makeZip, type ZipFile } from '../shared/zip/make-zip.ts';
import type { modelOptions, tablesOptions } from './extract-options.ts';

const csvFile = { mimeType: 'text/csv; charset=utf-8', extension: 'csv' };
const zipFile = { mimeType: 'application/zip', extension: 'zip' };

/** Writes the tables of a document as JSON or CSV. */
export async function writeTables(
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

/** Writes the text, structure or metadata of a document. */
export async function writeText(
  tree: DocumentTree,
  { to, sourceBytes = 0, maxResultBytes }: WriteRequest<typeof noOptions, TextExtract>,
): Promise<FileResult> {
  const plain = plainTextOf(tree);
  if (to !== 'metadata' && plain.text === '') throw noText(tree);
  return { bytes: await extractDocument(to, tree, plain, sourceBytes, maxResultBytes) };
}

/** Writes the chunks of a document. */
export async function writeChunks(
  tree: DocumentTree,
  { options, maxResultBytes }: WriteRequest<typeof chunkOptions, 'chunks'>,
): Promise<FileResult> {
  const plain = plainTextOf(tree);
  if (plain.text === '') throw noText(tree);
  return { bytes: await extractChunks(plain, options, maxResultBytes) };
}

/** Writes a document in the published model. */
export async function writeModel(
  tree: DocumentTree,
  { options, maxResultBytes }: WriteRequest<typeof modelOptions, 'document'>,
): Promise<FileResult> {
  const language = tree.language === undefined ? await detectLanguage(plainTextOf(tree).text) : null;
  const model = toModel(tree, { language, imageData: options.image_data, lines: options.lines });
  return { bytes: jsonFile(model, maxResultBytes) };
}

/** Writes the images of a document as a ZIP, unchanged. */
export async function writeImages(tree: DocumentTree): Promise<FileResult> {
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
      stored: image.mime_type !== 'image/svg+xml',
    }),
  );
  return { bytes: makeZip(files) };
}
