import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { addTypes, buildPackage, engines, forNode, requireNode, root } from '../packaging/build-package.ts';
import { usedParts } from '../packaging/used-parts.ts';
import { chromiumPackage } from './conversions/backends/chromium/package.ts';
import { wasmOfficePackage } from './conversions/backends/libreoffice/package.ts';
import { ocrLanguages } from './conversions/backends/tesseract/languages.ts';
import { enginePackages } from './conversions/deployment/packages.ts';

/** Modules by export of the package. */
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

/**
 * Returns true for packages that the library does not require: LibreOffice, Chromium, and recognition of languages other than
 * English. npm does not install optional peers by itself.
 */
const isOptional = (name: string): boolean =>
  name === wasmOfficePackage || name === chromiumPackage || name.startsWith('@tesseract.js-data/');

/**
 * Returns true for packages that are copied into the library: it uses only a small part of them, or they are in a folder of the
 * project.
 */
const isIncluded = (name: string): boolean =>
  !isOptional(name) &&
  (name === ocrLanguages.eng.package ||
    usedParts.some((part) => part.name === name && part.include !== undefined));

/** PDF.js's canvas, which only viewers need. */
const canvasPackage = '@napi-rs/canvas';

const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));

/** Returns the dependencies of an included package in the versions installed here, because npm does not install them. */
const innerDependencies = (name: string): Record<string, string> => {
  const { dependencies, optionalDependencies } = manifestOf(name);
  return Object.fromEntries(
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((each) => each !== canvasPackage && existsSync(join(root, 'node_modules', each)))
      .map((each) => [each, manifestOf(each).version]),
  );
};

/** Returns the packages that are imported by name, or loaded by engines under computed names, with the project's versions. */
const dependenciesOf = ({ outputs }: Metafile): Record<string, string> => {
  const imported = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external === true).map(({ path }) => packageOf(path)),
  );
  const wanted = new Set([...imported, ...enginePackages.map(({ name }) => name)]);
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const versions: Record<string, string> = { ...dependencies, ...optionalDependencies };
  const direct = Object.fromEntries(
    Object.entries(versions)
      .filter(([name]) => wanted.has(name))
      .map(([name, version]) => [name, version.startsWith('file:') ? manifestOf(name).version : version]),
  );
  const inner = Object.keys(direct).filter(isIncluded).map(innerDependencies);
  return Object.assign({}, ...inner, direct);
};

const pick = <T>(
  dependencies: Record<string, string>,
  isWanted: (name: string) => boolean,
  toValue: (version: string) => T,
): Record<string, T> =>
  Object.fromEntries(
    Object.entries(dependencies)
      .filter(([name]) => isWanted(name))
      .map(([name, version]) => [name, toValue(version)]),
  );

const manifest = (dependencies: Record<string, string>) => ({
  name: 'docforge-conversions',
  description: 'Converts documents between formats and extracts their content',
  engines,
  os: ['linux'],
  cpu: ['x64'],
  libc: ['glibc'],
  // Importing checks the version of Node.js.
  sideEffects: true,
  files: ['*.js', 'chunks', 'types', 'THIRD_PARTY_NOTICES.md'],
  // For compilers that do not read `exports`.
  main: './index.js',
  types: './types/conversions/index.d.ts',
  exports: {
    '.': { types: './types/conversions/index.d.ts', default: './index.js' },
    './process': { types: './types/conversions/process/engine-process.d.ts', default: './process.js' },
    './router': { types: './types/conversions/routing/formats-table.d.ts', default: './router.js' },
    './steps': { types: './types/run-steps.d.ts', default: './steps.js' },
    './engine-main': {
      types: './types/conversions/process/engine-main.d.ts',
      default: './engine-main.js',
    },
    './package.json': './package.json',
  },
  // The package docforge has the command of that name.
  bin: { 'docforge-convert': 'cli.js' },
  dependencies: pick(dependencies, (name) => !isOptional(name), String),
  peerDependencies: pick(dependencies, isOptional, String),
  peerDependenciesMeta: pick(dependencies, isOptional, () => ({ optional: true })),
  bundleDependencies: Object.keys(dependencies).filter(isIncluded),
});

/** Lists the included packages with their licences. The licence texts are in their folders. */
const noticesOf = (names: readonly string[]): string => {
  const rows = names.map((name) => {
    const { version, license, homepage = '' } = manifestOf(name);
    return `| ${name} | ${version} | ${license} | ${homepage} |`;
  });
  return [
    '# Third-party packages in this package',
    '',
    'Each is in `node_modules`, in parts, with the text of its licence. Those without one have the licence of this table: the text of the',
    'Apache License 2.0 is in the file LICENSE, and that of the MIT License at the end.',
    '',
    '| Package | Version | Licence | Home page |',
    '|---|---|---|---|',
    ...rows,
    '',
    '## MIT License',
    '',
    readFileSync(join(root, 'packaging', 'mit.txt'), 'utf8'),
  ].join('\n');
};

/** Copies the included packages, with manifests that do not depend on the canvas. */
const includePackages = (folder: string): void => {
  const { bundleDependencies }: { bundleDependencies: string[] } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  writeFileSync(join(folder, 'THIRD_PARTY_NOTICES.md'), noticesOf(bundleDependencies));
  for (const name of bundleDependencies) {
    const copy = join(folder, 'node_modules', name);
    // The package in a folder of the project is a link.
    cpSync(realpathSync(join(root, 'node_modules', name)), copy, {
      recursive: true,
      filter: (source) => !source.slice(root.length).includes(`${name}/node_modules`),
    });
    const { dependencies = {}, optionalDependencies = {}, ...rest } = manifestOf(name);
    for (const each of [dependencies, optionalDependencies]) delete each[canvasPackage];
    writeFileSync(
      join(copy, 'package.json'),
      JSON.stringify({ ...rest, dependencies, optionalDependencies }, null, 2),
    );
  }
};

/**
 * Builds the conversions as a separate package with JavaScript, types and its dependencies. `npm pack` in the folder creates an
 * installable file.
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
  includePackages(folder);
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
