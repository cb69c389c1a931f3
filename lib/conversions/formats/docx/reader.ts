import { packageReader } from '../../shared/xml/package-reader.ts';
import { readDocx, reviewOptions } from './read/read-docx.ts';

/** Reads DOCX files in one pass over their XML. */
export const docxReader = packageReader({
  name: 'docforge-docx-reader',
  from: ['docx'],
  options: reviewOptions,
  sourceOptions: ['tracked_changes', 'comments'],
  read: (bytes, { options, target }) => readDocx(bytes, target, options),
});
