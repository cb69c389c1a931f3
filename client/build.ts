import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addTypes, buildPackage, clientEngines, root } from '../packaging/build-package.ts';

const manifest = {
  name: 'docforge-client',
  description: 'Client for DocForge, a document conversion and extraction service',
  sideEffects: false,
  engines: clientEngines,
  // For compilers that do not read `exports`.
  main: './index.js',
  types: './types/client/index.d.ts',
  exports: {
    '.': { types: './types/client/index.d.ts', default: './index.js' },
    './package.json': './package.json',
  },
  files: ['*.js', 'chunks', 'types'],
  // Bundlers for browsers replace the module that reads and writes files.
  browser: { './node-files.js': './no-files.js' },
};

/** Builds the client as a package without dependencies: JavaScript for Node.js, browsers and workers. */
export const buildClient = (folder: string): Promise<void> =>
  buildPackage(
    folder,
    {
      entryPoints: ['index', 'node-files', 'no-files'].map((name) => join(root, 'client', `${name}.ts`)),
      platform: 'neutral',
      external: ['node:*'],
      target: 'es2023',
    },
    () => manifest,
  );

/** Adds the types, and those of the contract that they refer to. */
export const addClientTypes = (folder: string): void =>
  addTypes(folder, root, [join(root, 'client', 'index.ts')]);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(root, 'build', 'client');
  await buildClient(folder);
  addClientTypes(folder);
  process.stdout.write(`The client is in ${folder}. Run npm pack there to create an installable package.\n`);
}
