import { textExtracts } from '../../document/text-extracts.ts';
import { textOptions } from '../../engine/options.ts';
import { documentReader, fileExtractor } from '../../engine/roles.ts';
import { textChunkOptions } from './options.ts';

/** Splits plain text files into chunks of the text as it is. */
export const textChunker = fileExtractor({
  name: 'docforge-text-to-chunks',
  package: 'chardet',
  from: ['text'],
  extracts: ['chunks'],
  options: textChunkOptions,
  write: async (bytes, request) => {
    const { splitText } = await import('./read-text.ts');
    return await splitText(bytes, request);
  },
});

/** Reads plain text files in any encoding. Extracts keep the text as it is, so they skip the document. */
export const textReader = documentReader({
  name: 'docforge-text-reader',
  package: 'chardet',
  from: ['text'],
  options: textOptions,
  read: async (bytes, request) => {
    const { readText } = await import('./read-text.ts');
    return await readText(bytes, request);
  },
  direct: {
    extracts: textExtracts,
    write: async (bytes, request) => {
      const { extractText } = await import('./read-text.ts');
      return await extractText(bytes, request);
    },
  },
});
