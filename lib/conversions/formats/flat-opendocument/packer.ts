import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { noOptions } from '../../engine/options.ts';
import { fileConverter } from '../../engine/roles.ts';

/** Packs OpenDocument files of one XML element, which every other engine then reads as packages. */
export const flatPacker = fileConverter({
  name: 'docforge-flat-office-to-office',
  package: 'saxes',
  pairs: [
    { from: 'fodt', to: 'odt', isBridge: true },
    { from: 'fods', to: 'ods', isBridge: true },
    { from: 'fodp', to: 'odp', isBridge: true },
  ],
  options: noOptions,
  convert: async (input, { to }) => {
    const { packFlat } = await import('./pack-flat.ts');
    return { bytes: await declineCorrupt(() => packFlat(input, to)) };
  },
});
