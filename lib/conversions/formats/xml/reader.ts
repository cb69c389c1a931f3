import { noOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';

/** Reads articles of JATS and books of DocBook as documents, and other XML as a listing. */
export const xmlReader = documentReader({
  name: 'docforge-xml-reader',
  from: ['xml'],
  options: noOptions,
  read: async (bytes, request) => {
    const { readXmlDocument } = await import('./read-xml-document.ts');
    return await readXmlDocument(bytes, request);
  },
});
