import { noOptions } from '../../engine/options.ts';
import { fileConverter } from '../../engine/roles.ts';

/** Converts XML to JSON, which every other engine then reads: records become the rows of a table. */
export const xmlBridge = fileConverter({
  name: 'docforge-xml-to-json',
  pairs: [{ from: 'xml', to: 'json', isBridge: true }],
  options: noOptions,
  convert: async (bytes, request) => {
    const { xmlToJson } = await import('./xml-to-json.ts');
    return await xmlToJson(bytes, request);
  },
});
