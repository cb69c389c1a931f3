import { noOptions } from '../../engine/options.ts';
import { packageReader } from '../../shared/xml/package-reader.ts';
import { readDocx } from './read/read-docx.ts';

/** Reads DOCX files in one pass over their XML. */
export const docxReader = packageReader({
  name: 'docforge-docx-reader',
  from: ['docx'],
  options: noOptions,
  read: (bytes, { target }) => readDocx(bytes, target),
});
