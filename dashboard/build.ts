import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { indexHtml } from './index-html.ts';

const source = fileURLToPath(new URL('.', import.meta.url));

/** Where the server puts the dashboard; the paths in the page begin with it. */
export const basePath = '/dashboard/';

/** Paths of `outputs` by the file that each was made from. */
const outputOf = (metafile: Metafile, entryPoint: string): [string, Metafile['outputs'][string]] => {
  const found = Object.entries(metafile.outputs).find(
    ([path, { entryPoint: from }]) => !path.endsWith('.map') && basename(from ?? '') === entryPoint,
  );
  if (found === undefined) throw new Error(`The build made nothing of ${entryPoint}`);
  return found;
};

/** Every chunk that loads with `output`, without those that it imports when they are needed. */
const staticImports = (metafile: Metafile, output: string, seen = new Set<string>()): string[] => {
  for (const { path, kind } of metafile.outputs[output]?.imports ?? []) {
    if (kind !== 'import-statement' || seen.has(path)) continue;
    seen.add(path);
    staticImports(metafile, path, seen);
  }
  return [...seen];
};

/**
 * Builds the dashboard into `outputFolder`: `index.html` and hashed files under `assets/`, which may be cached for ever.
 *
 * @returns The script files that the first load takes, relative to `outputFolder`.
 */
export async function buildDashboard(outputFolder: string): Promise<{ firstLoad: readonly string[] }> {
  const options = {
    absWorkingDir: source,
    outdir: join(outputFolder, 'assets'),
    bundle: true,
    minify: true,
    target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: '{}',
    loader: { '.svg': 'copy' },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  } satisfies BuildOptions;
  const { metafile } = await build({
    ...options,
    entryPoints: ['main.tsx', 'styles/main.css', 'favicon.svg'],
    splitting: true,
    format: 'esm',
  });
  // A classic script, which a browser runs before it paints, can share no chunk with a module.
  const early = await build({ ...options, entryPoints: ['theme-early.ts'], format: 'iife' });
  const toRelative = (path: string): string => relative(outputFolder, join(source, path));
  const toUrl = (path: string): string => basePath + toRelative(path);
  const [main] = outputOf(metafile, 'main.tsx');
  const [theme] = outputOf(early.metafile, 'theme-early.ts');
  const [styles] = outputOf(metafile, 'main.css');
  const [icon] = outputOf(metafile, 'favicon.svg');
  const preloads = staticImports(metafile, main);
  await mkdir(outputFolder, { recursive: true });
  await writeFile(
    join(outputFolder, 'index.html'),
    indexHtml({
      main: toUrl(main),
      preloads: preloads.map(toUrl),
      theme: toUrl(theme),
      styles: toUrl(styles),
      icon: toUrl(icon),
    }),
  );
  return { firstLoad: [main, theme, ...preloads].map(toRelative) };
}
