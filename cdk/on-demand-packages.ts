import { rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';
import { linkFolder } from './copy-packages.ts';

/**
 * The packages that functions import when a call needs them, with what they use of each. Node compiles a bundle whole when the
 * function starts, some 45 ms for a megabyte, so these are in files of their own.
 */
export const onDemandPackages: Readonly<Record<string, string>> = {
  '@fastify/busboy': 'Busboy',
  'file-type': 'fileTypeFromBuffer',
};

const buildPackage = (name: string, options: BuildOptions, folder: string): void => {
  buildSync({
    ...options,
    stdin: {
      contents: `export { ${onDemandPackages[name]} } from '${name}';`,
      resolveDir: import.meta.dirname,
    },
    outfile: join(folder, name, 'index.mjs'),
  });
  writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, exports: './index.mjs' }));
};

/** Bundles each package into a file, and links it into `node_modules` of the functions that import it. */
export const addOnDemandPackages = (
  { outputs }: Metafile,
  options: BuildOptions,
  outputFolder: string,
): void => {
  const packages = join(outputFolder, '.packages');
  for (const name of Object.keys(onDemandPackages)) buildPackage(name, options, packages);
  for (const [path, { imports }] of Object.entries(outputs))
    for (const { path: imported } of imports)
      if (imported in onDemandPackages)
        linkFolder(
          join(packages, imported),
          join(outputFolder, basename(dirname(path)), 'node_modules', imported),
        );
  rmSync(packages, { recursive: true });
};
