import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { bundledPackages, packagesOf } from '../lib/conversions/deployment/packages.ts';
import { copyPackages, linkFolder } from './copy-packages.ts';
import { type WorkerFunction, workerFunctions } from './worker-functions.ts';

const root = join(import.meta.dirname, '..');

/** The folder of the functions' files, in subfolders by trigger. */
export const functionsFolder = join(root, 'functions');

/** Modules in CommonJS ask for `require`, which ES modules do not have. */
const requireBanner =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/** The path of each function's file, relative to `functions/`. */
export const functionFiles = (): readonly string[] =>
  readdirSync(functionsFolder, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.ts'));

const common: BuildOptions = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  conditions: ['module'],
  minify: true,
  keepNames: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  banner: { js: requireBanner },
  // Read by lib/conversions/base/package-assets.ts.
  define: { onlyPackagesBeside: 'true' },
  logLevel: 'warning',
};

/** Puts the engine process beside a worker's function: its bundle, the packages it loads at run time, a Dockerfile. */
const addEngine = ({ file, worker }: WorkerFunction, engineFolder: string, folder: string): void => {
  linkFolder(engineFolder, folder);
  copyPackages(packagesOf(worker), join(root, 'node_modules'), join(folder, 'node_modules'));
  const dockerfile = join(functionsFolder, 'workers', `${file}.Dockerfile`);
  if (existsSync(dockerfile)) copyFileSync(dockerfile, join(folder, 'Dockerfile'));
};

/**
 * Bundles every file of `functions/` into a folder of its own with one ES module, and for the workers the engine
 * process.
 *
 * Functions only read the table of engines: they leave out the libraries that engines load. The engine's bundle has them in
 * chunks, each loaded by the first document that needs it. Packages that are native or look for files beside them are
 * not bundled but copied beside the engine.
 */
export const bundleFunctions = (outputFolder: string): void => {
  rmSync(outputFolder, { recursive: true, force: true });
  mkdirSync(outputFolder, { recursive: true });
  buildSync({
    ...common,
    entryPoints: Object.fromEntries(
      functionFiles().map((file) => [`${basename(file, '.ts')}/index`, join(functionsFolder, file)]),
    ),
    outdir: outputFolder,
    external: [...bundledPackages],
  });
  const engineFolder = join(outputFolder, '.engine');
  buildSync({
    ...common,
    entryPoints: { engine: join(root, 'lib', 'conversions', 'process', 'engine-main.ts') },
    outdir: engineFolder,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
  });
  for (const worker of Object.values(workerFunctions)) {
    addEngine(worker, engineFolder, join(outputFolder, worker.file));
  }
  rmSync(engineFolder, { recursive: true });
};
