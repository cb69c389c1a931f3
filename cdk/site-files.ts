import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { deploymentConstants } from '../lib/deployment-constants.ts';
import { loadedBy, openProjectCache } from './build-cache.ts';
import { runBuild } from './run-build.ts';

/** The built files of the site: the first page and the documentation. */
export type SiteFiles = {
  readonly folder: string;
  /** The URLs of the pages below `/docs/`. */
  readonly urls: readonly string[];
  /** HTML for a URL below `/docs/` that is not a page. */
  readonly missingPage: string;
};

const root = join(import.meta.dirname, '..');
const sourceFolder = join(root, 'site');

/** The files that the build reads: its code and the documents. */
const readFiles = (): readonly string[] => [
  ...['site', 'docs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .sort(),
  ),
  'CHANGELOG.md',
  'SECURITY.md',
];

/** Returns what the code among these files imports at once. Engines are imported later, and the site runs none. */
const importedBy = (files: readonly string[]): readonly string[] => {
  const entryPoints = [
    ...files.filter((file) => /(?<!\.d)\.ts$|\.css$/.test(file)),
    'dashboard/theme-early.ts',
    'dashboard/favicon.svg',
  ];
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    loader: { '.woff2': 'empty', '.svg': 'copy' },
    outdir: 'unused',
    write: false,
    metafile: true,
  });
  return entryPoints.flatMap((file) => [...loadedBy(metafile, file, { later: false })]);
};

/** What the pages state about the deployment. */
type SiteSettings = {
  /** Scheme and host of the site, if they are known when it is built. */
  readonly origin: string | undefined;
  /** The largest file that `POST /upload` accepts. */
  readonly uploadLimitBytes: number;
};

const build = (folder: string, settings: SiteSettings): void => {
  process.stderr.write('Building the site\n');
  runBuild(join(sourceFolder, 'build.ts'), 'buildSite', folder, settings);
};

/**
 * Builds the site into the cloud assembly, once for all stacks of an app, unless its sources are those of an earlier build. Builds
 * nothing for a stack without bundling.
 */
export const siteFiles = (scope: Construct, settings: SiteSettings): SiteFiles => {
  const { root: app } = scope.node;
  if (!Stack.of(scope).bundlingRequired || !App.isApp(app))
    return { folder: sourceFolder, urls: [], missingPage: '' };
  const name = 'site';
  const folder = join(app.outdir, name);
  if (!existsSync(folder)) {
    const files = readFiles();
    openProjectCache()([name], { settings, files, deploymentConstants }, app.outdir, (_, to) => {
      build(join(to, name), settings);
      return () => new Set([...files, ...importedBy(files)]);
    });
  }
  const urls = readdirSync(join(folder, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.split('/').at(-1) === 'index.html')
    .map((name) => `/docs/${name.slice(0, -'index.html'.length)}`);
  return { folder, urls, missingPage: readFileSync(join(folder, 'missing-page.html'), 'utf8') };
};
