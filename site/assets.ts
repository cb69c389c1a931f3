import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { outputOf, staticImports } from '../dashboard/build.ts';
import { projectFolder } from './pages.ts';

/** The URLs of the files that pages load. */
export type Assets = {
  /** The style sheet of a name in `site/styles`. */
  readonly styles: (name: string) => string;
  /** The module of a name in `site/browser`. */
  readonly script: (name: string) => string;
  /** A short script that sets the theme before the first paint. */
  readonly theme: string;
  readonly icon: string;
  /** The typeface of text, to be loaded early. */
  readonly typeface: string;
  /** All of them. */
  readonly urls: () => readonly string[];
  /** Writes a copy of a file of the project and returns its URL. */
  readonly copy: (source: string) => string;
  /** The bytes of the scripts that a page with this module loads at first. */
  readonly firstLoadBytes: (script: string) => number;
};

/** Builds styles, scripts and fonts into `site/` of the output folder, with hashed names, which can be cached forever. */
export async function buildAssets(
  outputFolder: string,
  entries: { readonly styles: readonly string[]; readonly scripts: readonly string[] },
): Promise<Assets> {
  const folder = join(outputFolder, 'site');
  const options = {
    absWorkingDir: projectFolder,
    outdir: folder,
    outbase: projectFolder,
    bundle: true,
    minify: true,
    target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
    tsconfigRaw: '{}',
    loader: { '.woff2': 'file', '.svg': 'copy' },
    publicPath: '/site',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  } satisfies BuildOptions;
  const [{ metafile }, early] = await Promise.all([
    build({
      ...options,
      entryPoints: [
        ...entries.styles.map((name) => `site/styles/${name}.css`),
        ...entries.scripts.map((name) => `site/browser/${name}.ts`),
        'dashboard/favicon.svg',
      ],
      splitting: true,
      format: 'esm',
    }),
    // A classic script, which runs before the first paint, cannot share chunks with a module.
    build({ ...options, entryPoints: ['dashboard/theme-early.ts'], format: 'iife' }),
  ]);
  const urlOf = (output: string): string => `/site/${basename(output)}`;
  const ofEntry = (name: string): string => urlOf(outputOf(metafile, name)[0]);
  const typeface = Object.keys(metafile.outputs).find((path) => /\/inter-latin-wght-normal-/.test(path));
  if (typeface === undefined) throw new Error('The styles contain no typeface');
  const copied = new Map<string, string>();
  return {
    styles: (name) => ofEntry(`${name}.css`),
    script: (name) => ofEntry(`${name}.ts`),
    theme: urlOf(outputOf(early.metafile, 'theme-early.ts')[0]),
    icon: ofEntry('favicon.svg'),
    typeface: urlOf(typeface),
    urls: () => [
      ...[metafile, early.metafile].flatMap(({ outputs }) => Object.keys(outputs).map(urlOf)),
      ...copied.values(),
    ],
    copy: (source) => {
      const url = copied.get(source) ?? hashedCopy(folder, source);
      copied.set(source, url);
      return url;
    },
    firstLoadBytes: (script) => {
      const [main, { bytes }] = outputOf(metafile, `${script}.ts`);
      const chunks = staticImports(metafile, main).map((path) => metafile.outputs[path]?.bytes ?? 0);
      const [, { bytes: theme }] = outputOf(early.metafile, 'theme-early.ts');
      return [bytes, theme, ...chunks].reduce((sum, size) => sum + size, 0);
    },
  };
}

const hashedCopy = (folder: string, source: string): string => {
  const content = readFileSync(join(projectFolder, source));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const extension = extname(source);
  const name = `${basename(source, extension)}-${hash}${extension}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content);
  return `/site/${name}`;
};
