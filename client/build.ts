import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');

const manifest = {
  name: 'docforge-client',
  version: '0.1.0',
  license: 'Apache-2.0',
  description: 'Client of DocForge, a document conversion and extraction service',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=22.18' },
  exports: { '.': { types: './types/client/index.d.ts', default: './index.js' } },
  // Bundlers for browsers replace the module that reads and writes files.
  browser: { './node-files.js': './no-files.js' },
};

/** Builds the client as a package without dependencies: JavaScript for Node.js, browsers and workers. */
export const buildClient = async (folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['index', 'node-files', 'no-files'].map((name) => join(root, 'client', `${name}.ts`)),
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    platform: 'neutral',
    external: ['node:*'],
    target: 'es2024',
    format: 'esm',
    logLevel: 'warning',
  });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
};

/** Adds the types, and those of the contract that they refer to. */
export const addClientTypes = (folder: string): void => {
  const project = join(folder, 'tsconfig.json');
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir: join(folder, 'types'),
      typeRoots: [join(root, 'node_modules', '@types')],
    },
    include: [],
    files: [join(root, 'client', 'index.ts')],
  };
  writeFileSync(project, JSON.stringify(settings));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '--project', project], { stdio: 'inherit' });
  rmSync(project);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(root, 'build', 'client');
  await buildClient(folder);
  addClientTypes(folder);
  process.stdout.write(`The client is in ${folder}. Run npm pack there to create an installable package.\n`);
}
