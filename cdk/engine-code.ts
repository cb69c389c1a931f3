import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { buildSync, type Metafile } from 'esbuild';
import { loadedBy } from './build-cache.ts';
import { onDemandPackages } from './on-demand-packages.ts';

const root = join(import.meta.dirname, '..');
const registry = 'lib/conversions/routing/registry.ts';

/** The code of the engines. */
export interface EngineCode {
  /** The files that describe the engines, which the functions need. Paths are relative to the project. */
  readonly facts: readonly string[];
  /** What an engine imports when it converts its first document, as those files write it. */
  readonly onDemand: readonly string[];
}

/** Finds the code of the engines by the imports of their table. */
export const findEngineCode = (): EngineCode => {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [registry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    metafile: true,
  });
  const facts = loadedBy(metafile, registry, { later: false });
  const imports = [...facts].flatMap((path) => metafile.inputs[path]?.imports ?? []);
  const onDemand = imports
    .filter(({ kind }) => kind === 'dynamic-import')
    .map(({ path, original }) => original ?? path);
  return { facts: [...facts], onDemand: [...new Set(onDemand)] };
};

/** Throws Error if a bundle lacks a file that it needs: only engines, which no function runs, may import what it lacks. */
export const checkLeftOut = ({ inputs }: Metafile, { facts }: EngineCode): void => {
  for (const [path, { imports }] of Object.entries(inputs))
    for (const { path: imported, kind, external } of imports) {
      const isBeside = kind === 'dynamic-import' && imported in onDemandPackages;
      const isLeftOut = external === true && imported !== '<runtime>' && !isBuiltin(imported) && !isBeside;
      if (isLeftOut && (kind !== 'dynamic-import' || !facts.includes(path)))
        throw new Error(
          `${path} imports ${imported}, which only engines may import: the bundles leave it out.`,
        );
    }
};
