import { chunkOptions } from '../document/chunk-options.ts';
import { textExtracts } from '../document/text-extracts.ts';
import { noOptions } from '../engine/options.ts';
import { documentWriter } from '../engine/roles.ts';
import { modelOptions, tablesOptions } from './extract-options.ts';

/** Extracts the text of documents, with sections and metadata. */
export const documentExtractor = documentWriter({
  name: 'docforge-text-extractor',
  extracts: textExtracts,
  options: noOptions,
  write: async (tree, request) => {
    const { writeText } = await import('./extract-content.ts');
    return await writeText(tree, request);
  },
  warm: async () => {
    await import('./extract-content.ts');
  },
});

/** Splits documents into chunks for a search index. */
export const chunkExtractor = documentWriter({
  name: 'docforge-chunk-extractor',
  extracts: ['chunks'],
  options: chunkOptions,
  write: async (tree, request) => {
    const { writeChunks } = await import('./extract-content.ts');
    return await writeChunks(tree, request);
  },
});

/** Extracts whole documents in the published model. */
export const modelExtractor = documentWriter({
  name: 'docforge-document-extractor',
  extracts: ['document'],
  options: modelOptions,
  write: async (tree, request) => {
    const { writeModel } = await import('./extract-content.ts');
    return await writeModel(tree, request);
  },
});

/** Extracts the tables of documents. */
export const tableExtractor = documentWriter({
  name: 'docforge-table-extractor',
  extracts: ['tables'],
  options: tablesOptions,
  write: async (tree, request) => {
    const { writeTables } = await import('./extract-content.ts');
    return await writeTables(tree, request);
  },
});

/** Extracts the images of documents, unchanged. */
export const imageExtractor = documentWriter({
  name: 'docforge-image-extractor',
  extracts: ['images'],
  options: noOptions,
  write: async (tree) => {
    const { writeImages } = await import('./extract-content.ts');
    return await writeImages(tree);
  },
});
