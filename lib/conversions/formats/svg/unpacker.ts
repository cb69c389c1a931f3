import { noOptions } from '../../engine/options.ts';
import { fileConverter } from '../../engine/roles.ts';

/** Unpacks drawings that are compressed by gzip. */
export const svgUnpacker = fileConverter({
  name: 'docforge-svgz-to-svg',
  pairs: [{ from: 'svgz', to: 'svg', isBridge: true }],
  options: noOptions,
  convert: async (input) => {
    const { unpackSvg } = await import('./unpack-svg.ts');
    return { bytes: await unpackSvg(input) };
  },
});
