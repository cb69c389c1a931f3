import { createHash, randomUUID } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { linkFolder } from './copy-packages.ts';

/** What a build was made from: its settings, and the hash of each source by path. */
type Origin = { readonly settings: string; readonly sources: Readonly<Record<string, string>> };

/** Builds each name into a folder of that name in `folder`. Returns the sources of a build, relative to the project. */
type Build = (names: readonly string[], folder: string) => (name: string) => Iterable<string>;

/**
 * Links the folder of each name into `outputFolder`, and builds those that are not in the cache.
 *
 * @param settings what the builds depend on, apart from their sources
 */
export type LinkBuilds = (
  names: readonly string[],
  settings: unknown,
  outputFolder: string,
  build: Build,
) => void;

/** Files that affect every build: they list the installed packages and say how sources are compiled. */
const common = ['node_modules/.package-lock.json', 'package.json', 'package-lock.json', 'tsconfig.json'];

const hash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 32);

/** Returns the files that importing `entry` loads, with itself: at once, or also those that are imported later. */
export const loadedBy = (
  { inputs }: Metafile,
  entry: string,
  { later }: { later: boolean },
): ReadonlySet<string> => {
  const loaded = new Set([entry]);
  for (const path of loaded)
    for (const { kind, external, path: imported } of inputs[path]?.imports ?? [])
      if (external !== true && (later || kind !== 'dynamic-import')) loaded.add(imported);
  return loaded;
};

/**
 * Keeps built folders as long as their sources have the same content, so that a change of one function rebuilds one. Packages count
 * as unchanged while the same versions are installed. Several processes may share the cache.
 */
export const buildCache = (root: string, cacheFolder: string): LinkBuilds => {
  const hashes = new Map<string, string>();
  const hashOf = (path: string): string => {
    const known = hashes.get(path);
    if (known !== undefined) return known;
    let found = '';
    try {
      found = hash(readFileSync(join(root, path)));
    } catch {
      // A missing file differs from every other.
    }
    hashes.set(path, found);
    return found;
  };
  const originFile = (name: string): string => join(cacheFolder, `${name}.json`);
  const keptFolder = (name: string, origin: Origin): string =>
    join(cacheFolder, `${name}@${hash(JSON.stringify(origin))}`);

  const linkKept = (name: string, settings: string, to: string): boolean => {
    try {
      const origin: Origin = JSON.parse(readFileSync(originFile(name), 'utf8'));
      const isSame =
        origin.settings === settings &&
        Object.entries(origin.sources).every(([path, content]) => hashOf(path) === content);
      if (isSame) linkFolder(keptFolder(name, origin), to);
      return isSame;
    } catch {
      // Never built, or another process replaces it right now.
      rmSync(to, { recursive: true, force: true });
      return false;
    }
  };

  const keep = (name: string, origin: Origin, folder: string): void => {
    const kept = keptFolder(name, origin);
    for (const earlier of globSync(`${name}@*`, { cwd: cacheFolder }))
      if (join(cacheFolder, earlier) !== kept)
        rmSync(join(cacheFolder, earlier), { recursive: true, force: true });
    try {
      renameSync(join(folder, name), kept);
    } catch (error) {
      // Another process has kept the same build.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error;
    }
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(origin));
    renameSync(file, originFile(name));
  };

  return (names, settings, outputFolder, build) => {
    const allSettings = hash(JSON.stringify([settings, common.map(hashOf)]));
    const missing = names.filter((name) => !linkKept(name, allSettings, join(outputFolder, name)));
    if (missing.length === 0) return;
    const folder = join(cacheFolder, `.${randomUUID()}`);
    mkdirSync(folder, { recursive: true });
    const startedAt = statSync(folder).mtimeMs;
    try {
      const sourcesOf = build(missing, folder);
      for (const name of missing) {
        linkFolder(join(folder, name), join(outputFolder, name));
        const sources = [...sourcesOf(name)].filter((path) => !path.includes('node_modules/')).sort();
        // The build may have read what a file contained before it was saved in the meantime.
        if (sources.some((path) => statSync(join(root, path)).mtimeMs >= startedAt)) continue;
        const origin = {
          settings: allSettings,
          sources: Object.fromEntries(sources.map((path) => [path, hashOf(path)])),
        };
        keep(name, origin, folder);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
};

/**
 * Opens the cache of this project's builds. It is as deep in the project as an asset of a local assembly, so that source maps lead to the
 * sources.
 */
export const openProjectCache = (): LinkBuilds => {
  const root = join(import.meta.dirname, '..');
  return buildCache(root, join(root, 'build', 'bundles'));
};
