import type { Engine } from '../engine/engine.ts';
import { noOptions } from '../engine/options.ts';
import { documentReader } from '../engine/roles.ts';
import { zipLimits } from '../shared/zip/limits.ts';
import { createRouteTable } from './routes.ts';

/**
 * Creates the engine that reads the files of a ZIP archive, each with the best of `engines`, into one document. Engines with
 * a worker of their own are left out, as are archives: `engines` does not contain this one.
 */
export function createZipReader(engines: readonly Engine[]): Engine {
  const table = createRouteTable(engines.filter(({ worker }) => worker === undefined));
  return documentReader({
    name: 'docforge-zip-reader',
    from: ['zip'],
    options: noOptions,
    limits: { maxUnpackedBytes: zipLimits.maxUnpackedBytes },
    read: async (bytes, request) => {
      const { readZip } = await import('./read-zip.ts');
      return await readZip(bytes, table, request);
    },
  });
}
