import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';

/** The folder of the project. */
export const root = join(import.meta.dirname, '..');

/** Settings of a package for Node.js, whose dependencies are installed beside it. */
export const forNode = {
  packages: 'external',
  platform: 'node',
  target: 'node22',
} as const satisfies BuildOptions;

/** Builds a package in an empty folder: JavaScript in chunks, and the manifest that is made from the metadata of the build. */
export const buildPackage = async (
  folder: string,
  options: BuildOptions,
  manifest: (metafile: Metafile) => unknown,
): Promise<void> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    ...options,
    metafile: true,
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    logLevel: 'warning',
  });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(metafile), null, 2)}\n`);
};

/** Adds the types of files to a package, in folders as below `rootDir`, which takes the compiler some seconds. */
export const addTypes = (folder: string, rootDir: string, files: readonly string[]): void => {
  const project = join(folder, 'tsconfig.json');
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir,
      outDir: join(folder, 'types'),
      typeRoots: [join(root, 'node_modules', '@types')],
    },
    include: [],
    files,
  };
  writeFileSync(project, JSON.stringify(settings));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '--project', project], { stdio: 'inherit' });
  rmSync(project);
};
