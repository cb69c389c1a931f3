import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';
import type { Architecture } from '../lib/conversions/base/native-packages.ts';
import { packPackages } from '../lib/conversions/deployment/pack-packages.ts';
import { packagesOf } from '../lib/conversions/deployment/packages.ts';
import { allFunctions } from '../lib/functions/all-functions.ts';
import { type BackgroundFunction, backgroundFunctions } from '../lib/functions/background-functions.ts';
import type { WorkerName } from '../lib/workers.ts';
import { type LinkBuilds, loadedBy, openProjectCache } from './build-cache.ts';
import { copyPackages, linkFolder } from './copy-packages.ts';
import { defineConstants } from './define-constants.ts';
import { checkLeftOut, type EngineCode, findEngineCode } from './engine-code.ts';
import { arm64Folder, readLock } from './fetch-arm64.ts';
import { addOnDemandPackages, onDemandPackages } from './on-demand-packages.ts';
import { architectureOf } from './worker-architecture.ts';

const root = join(import.meta.dirname, '..');

/** Folders of files that functions read, which are next to their bundles. */
const filesBeside = { 'try-sample': 'lib/try/samples' };

/** The folder of the functions' files, in subfolders by trigger. */
export const functionsFolder = join(root, 'functions');

/** Compressed parts of packages, which take seconds to make. */
const packageCache = join(root, 'node_modules', '.cache', 'docforge');

/** `npm start` and tests set it to `quick`, which saves 30 s of processor time. */
const packing = process.env.PACKING === 'quick' ? 'quick' : 'small';

const engineEntry = 'lib/conversions/process/engine-main.ts';

/** What the engine process imports when it is sandboxed, as the entry imports it. */
const servedModule = './serve-documents.ts';

/** Every module of the engines imports it. */
const engineStart = 'lib/conversions/process/engine-start.ts';

/** CommonJS modules call `require`, which ES modules do not have. */
export const requireBanner =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/** The name of a function's bundle: that of its file, such as `get-job`. */
export const bundleName = (file: string): string => basename(file);

const minified: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  conditions: ['module'],
  minify: true,
  keepNames: true,
  legalComments: 'none',
  define: {
    // Read by lib/conversions/base/package-assets.ts.
    onlyPackagesBeside: 'true',
    ...defineConstants,
  },
  logLevel: 'warning',
};

/** The SDK looks for credentials only where Lambda has them. */
const lambdaCredentials = {
  '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'environment-credentials.ts'),
};

const common: BuildOptions = {
  ...minified,
  outExtension: { '.js': '.mjs' },
  sourcemap: 'linked',
  sourcesContent: false,
  banner: { js: requireBanner },
};

/** The bundle of a worker's function. */
type WorkerBundle = {
  readonly worker: WorkerName;
  readonly name: string;
  readonly row: BackgroundFunction;
};

/** The bundles with an engine process. */
export const workerBundles: readonly WorkerBundle[] = Object.values<BackgroundFunction>(backgroundFunctions)
  .flatMap((row) =>
    row.worker === undefined ? [] : [{ worker: row.worker, name: bundleName(row.file), row }],
  )
  // Two functions may have one bundle.
  .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index);

/** Adds the engine process to a worker's bundle: its code, and the packages it loads at run time. */
const addEngine = (
  { worker }: WorkerBundle,
  engineFolder: string,
  folder: string,
  architecture: Architecture,
): void => {
  linkFolder(engineFolder, folder);
  const packages = packagesOf(worker, architectureOf(worker, architecture));
  const nodeModules = join(folder, 'node_modules');
  const folders = [join(root, 'node_modules'), join(arm64Folder, 'node_modules')];
  copyPackages(packages, folders, nodeModules, readLock());
  packPackages(packages, nodeModules, packageCache, packing);
};

/** The sources of this step itself, which each bundle depends on. */
const bundlingSources = ['bundle', 'engine-code', 'on-demand-packages'].map((name) => `cdk/${name}.ts`);

const findKeptEngineCode = (linkBuilds: LinkBuilds, outputFolder: string): EngineCode => {
  const name = '.engine-code';
  const file = join(name, 'code.json');
  linkBuilds([name], {}, outputFolder, (_, folder) => {
    const code = findEngineCode();
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, file), JSON.stringify(code));
    return () => [...bundlingSources, ...code.facts];
  });
  const code: EngineCode = JSON.parse(readFileSync(join(outputFolder, file), 'utf8'));
  rmSync(join(outputFolder, name), { recursive: true });
  return code;
};

const buildFunctions = (files: readonly string[], engineCode: EngineCode, outputFolder: string): Metafile => {
  const { metafile } = buildSync({
    ...common,
    entryPoints: Object.fromEntries(
      files.map((file) => [`${bundleName(file)}/index`, join(functionsFolder, `${file}.ts`)]),
    ),
    outdir: outputFolder,
    external: [...engineCode.onDemand, ...Object.keys(onDemandPackages)],
    alias: lambdaCredentials,
    // Source maps restore the names in stack traces. Setting each again takes time when a function starts.
    keepNames: false,
    metafile: true,
  });
  checkLeftOut(metafile, engineCode);
  addOnDemandPackages(metafile, common, outputFolder);
  return metafile;
};

/**
 * Bundles the engine process: its program, which only sandboxes the process and starts again, and what that loads then. Returns the
 * metafile of both.
 */
const buildEngines = (outdir: string): Metafile => {
  // It runs without source maps, of 7 MB.
  const options = { ...common, outdir, sourcemap: false, metafile: true } as const;
  const program = buildSync({
    ...options,
    entryPoints: { engine: join(root, engineEntry) },
    external: [servedModule],
  });
  const served = buildSync({
    ...options,
    entryPoints: { 'serve-documents': join(root, dirname(engineEntry), servedModule) },
    inject: [join(root, engineStart)],
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
  });
  const path = join(outdir, 'engine.mjs');
  writeFileSync(path, readFileSync(path, 'utf8').replace(servedModule, './serve-documents.mjs'));
  const inputs = { ...program.metafile.inputs, ...served.metafile.inputs };
  return { inputs, outputs: { ...program.metafile.outputs, ...served.metafile.outputs } };
};

/**
 * Bundles every function into a folder of its own with one ES module, and the engine process for the workers. Bundles whose sources
 * have not changed are links to earlier ones.
 *
 * Functions only read the table of engines, so their bundles leave out the code and the libraries that engines load. The
 * engine's bundle has them in chunks, each loaded by the first document that needs it. Packages that only some calls of a
 * function need are next to its bundle. Native packages, and those that load files of their own, are copied beside the
 * engine instead of bundled.
 */
export const bundleFunctions = (outputFolder: string, workerArchitecture: Architecture = 'x64'): void => {
  rmSync(outputFolder, { recursive: true, force: true });
  mkdirSync(outputFolder, { recursive: true });
  const linkBuilds = openProjectCache();
  const engineCode = findKeptEngineCode(linkBuilds, outputFolder);
  const files = new Map(allFunctions.map(({ file }) => [bundleName(file), file]));
  linkBuilds([...files.keys()], { engineCode, defineConstants }, outputFolder, (names, folder) => {
    process.stderr.write(`Bundling ${names.length} functions\n`);
    const fileOf = (name: string): string => files.get(name) ?? '';
    const metafile = buildFunctions(names.map(fileOf), engineCode, folder);
    return (name) => [
      ...bundlingSources,
      ...loadedBy(metafile, `functions/${fileOf(name)}.ts`, { later: true }),
    ];
  });
  for (const [name, folder] of Object.entries(filesBeside))
    cpSync(join(root, folder), join(outputFolder, name, basename(folder)), { recursive: true });
  linkBuilds(['.engine'], { defineConstants }, outputFolder, (_, folder) => {
    process.stderr.write('Bundling the engines\n');
    const metafile = buildEngines(join(folder, '.engine'));
    return () => [...bundlingSources, ...Object.keys(metafile.inputs)];
  });
  const engineFolder = join(outputFolder, '.engine');
  for (const bundle of workerBundles)
    addEngine(bundle, engineFolder, join(outputFolder, bundle.name), workerArchitecture);
  rmSync(engineFolder, { recursive: true });
};

/** The folder of the programs that run in containers. */
const servicesFolder = join(root, 'services');

/** Bundles a program of `services/` into one file. */
export const bundleService = (file: string, path: string): void => {
  buildSync({
    ...minified,
    banner: { js: requireBanner },
    entryPoints: [join(servicesFolder, `${file}.ts`)],
    outfile: path,
  });
};

/** The code that downloads a program and runs it, as text. It needs nothing but Node. */
export const bundleStart = (): string => {
  const entryPoint = join(servicesFolder, 'start-from-asset.ts');
  const { outputFiles = [] } = buildSync({
    ...minified,
    entryPoints: [entryPoint],
    write: false,
    // CloudFormation would take them for references that are not in Fn::Sub.
    supported: { 'template-literal': false },
  });
  return outputFiles[0]?.text.trim() ?? '';
};
