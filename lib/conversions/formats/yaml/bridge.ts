import { textOptions } from '../../engine/options.ts';
import { fileConverter } from '../../engine/roles.ts';

/** Converts YAML 1.2 to JSON, which every other engine then reads. */
export const yamlBridge = fileConverter({
  name: 'js-yaml-yaml-to-json',
  package: 'js-yaml',
  pairs: [{ from: 'yaml', to: 'json', isBridge: true }],
  options: textOptions,
  convert: async (bytes, request) => {
    const { yamlToJson } = await import('./yaml-to-json.ts');
    return await yamlToJson(bytes, request);
  },
});
