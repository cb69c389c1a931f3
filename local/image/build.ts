import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { requireBanner } from '../../cdk/bundle.ts';
import { readConfig } from '../../cdk/config.ts';
import { constantsOf } from '../../cdk/settings.ts';
import { synthesize } from '../assembly.ts';
import { localSettings } from '../local-settings.ts';

const root = join(import.meta.dirname, '..', '..');

/** The bundled modules of fauxqs that `local/emulators/sqs.ts` loads by their path. */
const fauxqsModules = ['app', 'persistence', 's3/s3Store', 'sns/snsStore', 'sqs/sqsStore'];

const settings = await readConfig({
  file: process.env.DOCFORGE_CONFIG || undefined,
  stage: process.env.DOCFORGE_STAGE || undefined,
  local: localSettings,
});

const bundle = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  logLevel: 'warning',
  define: { 'globalThis.docforgeConstants': JSON.stringify(JSON.stringify(constantsOf(settings))) },
  banner: { js: requireBanner },
} as const;

/**
 * Writes what the container image runs into a folder, which must not exist: the local stack in three files, the two packages
 * that it cannot bundle, and a synthesized assembly. Nothing of it needs CDK, npm or the sources.
 */
export const buildImage = async (folder: string): Promise<void> => {
  const nodeModules = join(folder, 'node_modules');
  const packageFolder = (name: string): string => join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  await build({
    ...bundle,
    entryPoints: {
      server: 'local/image/start.ts',
      runtime: 'local/function-host/runtime.ts',
      admin: 'admin/cli.ts',
    },
    outdir: folder,
    external: ['fauxqs'],
  });
  await build({
    ...bundle,
    entryPoints: Object.fromEntries(
      fauxqsModules.map((name) => [name, join(packageFolder('fauxqs'), 'dist', `${name}.js`)]),
    ),
    outdir: join(nodeModules, 'fauxqs', 'dist'),
    splitting: true,
  });
  cpSync(join(packageFolder('fauxqs'), 'package.json'), join(nodeModules, 'fauxqs', 'package.json'));
  cpSync(packageFolder('@dynoxide/linux-x64'), join(nodeModules, '@dynoxide', 'linux-x64'), {
    recursive: true,
  });
  const cache = join(folder, 'cache');
  const { directory } = await synthesize(root, cache, localSettings);
  const assembly = join(folder, 'assembly');
  renameSync(directory, assembly);
  rmSync(cache, { recursive: true });
  // Paths of assets are absolute, and resolved against the assembly.
  for (const name of globSync('*.{assets,template}.json', { cwd: assembly })) {
    const file = join(assembly, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`${directory}/`, ''));
  }
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node local/image/build.ts FOLDER');
await buildImage(folder);
