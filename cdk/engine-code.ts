import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { buildSync, type Metafile } from 'esbuild';
import { onDemandPackages } from './on-demand-packages.ts';

const root = join(import.meta.dirname, '..');
const registry = 'lib/conversions/routing/registry.ts';

/** The files that importing `entry` loads, with itself. */
const loadedBy = ({ inputs }: Metafile, entry: string): ReadonlySet<string> => {
  const loaded = new Set([entry]);
  for (const path of loaded)
    for (const { kind, external, path: imported } of inputs[path]?.imports ?? [])
      if (kind !== 'dynamic-import' && external !== true) loaded.add(imported);
  return loaded;
};

/** The code of the engines. */
interface EngineCode {
  /** The files that describe the engines, which the functions need. Paths are relative to the project. */
  readonly facts: ReadonlySet<string>;
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
  const facts = loadedBy(metafile, registry);
  const imports = [...facts].flatMap((path) => metafile.inputs[path]?.imports ?? []);
  const onDemand = imports
    .filter(({ kind }) => kind === 'dynamic-import')
    .map(({ path, original }) => original ?? path);
  return { facts, onDemand: [...new Set(onDemand)] };
};

/** Throws Error if a bundle lacks a file that it needs: only engines, which no function runs, may import what it lacks. */
export const checkLeftOut = ({ inputs }: Metafile, { facts }: EngineCode): void => {
  for (const [path, { imports }] of Object.entries(inputs))
    for (const { path: imported, kind, external } of imports) {
      const isBeside = kind === 'dynamic-import' && imported in onDemandPackages;
      const isLeftOut = external === true && imported !== '<runtime>' && !isBuiltin(imported) && !isBeside;
      if (isLeftOut && (kind !== 'dynamic-import' || !facts.has(path)))
        throw new Error(
          `${path} imports ${imported}, which only engines may import: the bundles leave it out.`,
        );
    }
};
