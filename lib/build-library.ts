import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { addTypes, buildPackage, engines, forNode, requireNode, root } from '../packaging/build-package.ts';
import { version } from '../packaging/version.ts';
import { enginePackages } from './conversions/deployment/packages.ts';

/** The exports of the package, and the module of each. */
const entries = {
  index: 'conversions/index',
  process: 'conversions/process/engine-process',
  router: 'conversions/routing/formats-table',
  steps: 'run-steps',
  'engine-main': 'conversions/process/engine-main',
  command: 'conversions/cli',
} as const;

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The packages imported by name, and those that engines load by computed names, with the project's versions. */
const dependenciesOf = ({ outputs }: Metafile): Record<string, string> => {
  const imported = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external === true).map(({ path }) => packageOf(path)),
  );
  const wanted = new Set([...imported, ...enginePackages.map(({ name }) => name)]);
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const versions: Record<string, string> = { ...dependencies, ...optionalDependencies };
  return Object.fromEntries(Object.entries(versions).filter(([name]) => wanted.has(name)));
};

const manifest = (dependencies: Record<string, string>) => ({
  name: 'docforge-conversions',
  version,
  license: 'Apache-2.0',
  description: 'Converts documents between formats and extracts their content',
  type: 'module',
  engines,
  os: ['linux'],
  cpu: ['x64'],
  exports: {
    '.': { types: './types/conversions/index.d.ts', default: './index.js' },
    './process': { types: './types/conversions/process/engine-process.d.ts', default: './process.js' },
    './router': { types: './types/conversions/routing/formats-table.d.ts', default: './router.js' },
    './steps': { types: './types/run-steps.d.ts', default: './steps.js' },
    './engine-main': './engine-main.js',
  },
  // The package docforge has the command of that name.
  bin: { 'docforge-convert': './cli.js' },
  dependencies,
});

/**
 * Builds the conversions as a separate package: JavaScript for plain Node.js, types, and the packages that it needs as
 * dependencies. `npm pack` in the folder creates an installable file.
 */
export const buildLibrary = async (folder: string): Promise<void> => {
  await buildPackage(
    folder,
    {
      ...forNode,
      entryPoints: Object.fromEntries(
        Object.entries(entries).map(([name, path]) => [name, join(root, 'lib', `${path}.ts`)]),
      ),
    },
    (metafile) => manifest(dependenciesOf(metafile)),
  );
  requireNode(folder, 'docforge-conversions', {
    exports: ['index.js', 'process.js', 'router.js', 'steps.js', 'engine-main.js'],
    commands: { 'cli.js': 'command.js' },
  });
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(root, 'build', 'library');
  await buildLibrary(folder);
  const modules = Object.values(entries).map((path) => join(root, 'lib', `${path}.ts`));
  addTypes(folder, join(root, 'lib'), modules);
  process.stdout.write(`The library is in ${folder}. Run npm pack there to create an installable package.\n`);
}
