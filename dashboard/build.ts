import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin, transform } from 'esbuild';
import { deploymentConstants } from '../lib/deployment-constants.ts';
import { indexHtml } from './index-html.ts';

const source = fileURLToPath(new URL('.', import.meta.url));

/** The path of the dashboard on the server. Paths in the page start with it. */
export const basePath = '/dashboard/';

/** The browsers that the dashboard supports. */
const target = ['es2022', 'chrome123', 'firefox120', 'safari17.5'];

/** Makes the worker of pdf.js a file of its own, and its path the value of the module `pdf-worker`. */
const pdfWorker: Plugin = {
  name: 'pdf-worker',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^pdf-worker$/ }, () => ({ path: 'pdf-worker.js', namespace: 'pdf-worker' }));
    onLoad({ filter: /./, namespace: 'pdf-worker' }, async () => {
      const script = fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.mjs'));
      const { code } = await transform(await readFile(script), {
        minify: true,
        target,
        format: 'esm',
        legalComments: 'none',
      });
      return { contents: code, loader: 'file' };
    });
  },
};

/** Returns the output path of an entry point. */
export const outputOf = (metafile: Metafile, entryPoint: string): [string, Metafile['outputs'][string]] => {
  const found = Object.entries(metafile.outputs).find(
    ([path, { entryPoint: from }]) => !path.endsWith('.map') && basename(from ?? '') === entryPoint,
  );
  if (found === undefined) throw new Error(`The build has no output for ${entryPoint}`);
  return found;
};

/** Returns the chunks that `output` imports statically. */
export const staticImports = (metafile: Metafile, output: string, seen = new Set<string>()): string[] => {
  for (const { path, kind } of metafile.outputs[output]?.imports ?? []) {
    if (kind !== 'import-statement' || seen.has(path)) continue;
    seen.add(path);
    staticImports(metafile, path, seen);
  }
  return [...seen];
};

/**
 * Builds the dashboard into `outputFolder`: `index.html`, and files under `assets/` with hashed names, which can be cached
 * forever.
 *
 * @returns The scripts of the initial load, relative to `outputFolder`.
 */
export async function buildDashboard(outputFolder: string): Promise<{ firstLoad: readonly string[] }> {
  const options = {
    absWorkingDir: source,
    outdir: join(outputFolder, 'assets'),
    bundle: true,
    minify: true,
    target,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: '{}',
    loader: { '.svg': 'copy', '.woff2': 'file', '.pdf': 'file', '.docx': 'file' },
    assetNames: '[name]-[hash]',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    define: { 'globalThis.docforgeConstants': JSON.stringify(JSON.stringify(deploymentConstants)) },
  } satisfies BuildOptions;
  const { metafile } = await build({
    ...options,
    entryPoints: ['main.tsx', 'styles/main.css', 'favicon.svg'],
    splitting: true,
    format: 'esm',
    plugins: [pdfWorker],
  });
  // A classic script, which runs before the first paint, cannot share chunks with a module.
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
