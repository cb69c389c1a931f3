import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import { enginePackages } from '../lib/conversions/packages.ts';
import { copyPackages } from './copy-packages.ts';

const root = join(import.meta.dirname, '..');

/** Where the functions stand, a file for each. */
export const functionsFolder = join(root, 'functions');

/** The function whose folder also holds the engine process and the packages that it loads at run time. */
const engineFunction = 'convert-document';

/** Modules in CommonJS ask for `require`, which ES modules do not have. */
const requireBanner =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

const functionNames = (): string[] =>
  readdirSync(functionsFolder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'));

/**
 * Bundles every file of `functions/` into a folder of its own with one ES module, in one run of esbuild.
 *
 * The packages of the engines are not bundled but copied beside the engine.
 */
export const bundleFunctions = (outputFolder: string): void => {
  rmSync(outputFolder, { recursive: true, force: true });
  mkdirSync(outputFolder, { recursive: true });
  const entryPoints = Object.fromEntries(
    functionNames().map((name) => [`${name}/index`, join(functionsFolder, `${name}.ts`)]),
  );
  buildSync({
    absWorkingDir: root,
    entryPoints: {
      ...entryPoints,
      [`${engineFunction}/engine`]: join(root, 'lib', 'conversions', 'process', 'engine-main.ts'),
    },
    outdir: outputFolder,
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
    logLevel: 'warning',
  });
  copyPackages(
    enginePackages,
    join(root, 'node_modules'),
    join(outputFolder, engineFunction, 'node_modules'),
  );
};
