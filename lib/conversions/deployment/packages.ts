import type { WorkerName } from '../../workers.ts';
import { chromiumPackage } from '../backends/chromium/package.ts';
import { fontFiles, fontNames, fontPackage } from '../backends/fonts/fonts.ts';
import { metricFontFiles, metricFontPackage, metricFonts } from '../backends/fonts/metric-fonts.ts';
import { harfbuzzPackage } from '../backends/harfbuzz/package.ts';
import { ironCalcPackage } from '../backends/ironcalc/package.ts';
import { wasmOfficePackage } from '../backends/libreoffice/package.ts';
import { qpdfPackage } from '../backends/qpdf/package.ts';
import { ocrDataFile, ocrLanguageCodes, ocrLanguages } from '../backends/tesseract/languages.ts';
import { type Architecture, nativePackagesFor, ownArchitecture } from '../base/native-packages.ts';

/** An npm package and which of its files are needed. */
export interface EnginePackage {
  readonly name: string;
  /** Patterns for `path.matchesGlob`, relative to the package's folder; by default everything. */
  readonly include?: readonly string[];
  /** Of what is included, what is left out again. */
  readonly exclude?: readonly string[];
  /** The workers that have it; by default all. */
  readonly workers?: readonly WorkerName[];
}

// The browser's worker converts HTML only and has no room for these.
const notForPages: readonly WorkerName[] = ['standard', 'office'];

const onlyCode = ['**/*.map', '**/*.md', '**/*.d.ts', '**/*.d.mts', '**/*.d.cts', '**/*.ts', '**/*.flow'];

/**
 * The packages that `node_modules` must contain beside the bundle of `process/engine-main.ts`.
 *
 * No bundle contains these packages: `loadPackage` imports them by names that a bundler cannot see, so none has to be
 * marked external. The patterns leave out liteparse's second copy of its binary and of pdfium (34 MB), PDF.js's canvas
 * (30 MB), viewer, browser build and source maps (30 MB), token tables of other encodings, and unused font weights.
 * Lambda's limit is 250 MiB, layers and code together; `npm run test:lambda` prints the size of each function.
 */
const portablePackages: readonly EnginePackage[] = [
  // It imports a native canvas if there is one, which a bundler would follow.
  // LibreOffice draws metafiles itself, and its worker has no room.
  {
    name: 'emf-converter',
    include: ['package.json', 'dist/index.mjs', 'LICENSE', 'THIRD_PARTY_NOTICES'],
    workers: ['standard'],
  },
  { name: '@llamaindex/liteparse', include: ['package.json', 'dist/lib.js'], workers: notForPages },
  {
    name: '@hyzyla/pdfium',
    include: ['package.json', 'dist/index.esm.js', 'dist/pdfium.wasm'],
    workers: notForPages,
  },
  // Reads PDFs that liteparse cannot. The worker of LibreOffice gets none and has no room.
  {
    name: 'pdf-parse',
    include: ['package.json', 'dist/pdf-parse/esm/**'],
    exclude: onlyCode,
    workers: ['standard'],
  },
  {
    name: 'pdfjs-dist',
    include: [
      'package.json',
      'legacy/build/pdf.mjs',
      'legacy/build/pdf.worker.mjs',
      'cmaps/*',
      'standard_fonts/*',
      'wasm/*',
      'iccs/*',
    ],
    workers: ['standard'],
  },
  {
    name: 'pdfkit',
    include: ['package.json', 'js/pdfkit.node.mjs', 'js/standard-fonts/**', 'js/data/**'],
    exclude: onlyCode,
  },
  { name: 'fontkit', include: ['package.json', 'dist/module.mjs'] },
  { name: '@noble/ciphers', exclude: [...onlyCode, 'src/**'] },
  { name: '@noble/hashes', exclude: [...onlyCode, 'src/**'] },
  { name: '@swc/helpers', include: ['package.json', 'cjs/**', 'esm/**'] },
  { name: 'base64-js', exclude: onlyCode },
  { name: 'brotli', exclude: [...onlyCode, 'build/**', 'test/**'] },
  { name: 'clone', exclude: onlyCode },
  { name: 'dfa', exclude: onlyCode },
  { name: 'fast-deep-equal', exclude: onlyCode },
  { name: 'fflate', include: ['package.json', 'esm/**', 'lib/**'], exclude: onlyCode },
  { name: 'linebreak', exclude: onlyCode },
  { name: 'pako', include: ['package.json', 'index.js', 'lib/**'], exclude: onlyCode },
  { name: 'png-js', exclude: onlyCode },
  { name: 'restructure', exclude: onlyCode },
  { name: 'tiny-inflate', exclude: onlyCode },
  { name: 'tslib', exclude: onlyCode },
  { name: 'unicode-properties', exclude: onlyCode },
  { name: 'unicode-trie', exclude: onlyCode },
  // The worker of LibreOffice has no room, and typesets text with Typst.
  {
    name: harfbuzzPackage,
    include: ['package.json', 'dist/index.mjs', 'dist/harfbuzz.js', 'dist/harfbuzz.wasm'],
    workers: ['standard'],
  },
  { name: 'bidi-js', include: ['package.json', 'dist/bidi.js'], workers: ['standard'] },
  { name: qpdfPackage, include: ['package.json', 'dist/qpdf.js', 'dist/qpdf.wasm'] },
  {
    name: ironCalcPackage,
    include: ['package.json', 'wasm.js', 'wasm_bg.wasm', 'snippets/**'],
    workers: notForPages,
  },
  { name: 'sharp', include: ['package.json', 'dist/*.mjs'], workers: notForPages },
  { name: '@img/colour', include: ['package.json', '*.cjs'], workers: notForPages },
  { name: 'detect-libc', include: ['package.json', 'lib/*.js'], workers: notForPages },
  { name: 'semver', exclude: [...onlyCode, 'bin/**'], workers: notForPages },
  // Of several models of each language the small one: as good, and four times as fast to load.
  ...ocrLanguageCodes.map(
    (language): EnginePackage => ({
      name: ocrLanguages[language].package,
      include: ['package.json', ocrDataFile(language)],
      // Recognizes images and PDFs, which are not converted by LibreOffice.
      workers: ['standard'],
    }),
  ),
  {
    name: 'eld',
    include: ['package.json', 'src/*.js', 'src/entries/static.small.js', 'src/ngrams/small.js'],
  },
  {
    name: 'gpt-tokenizer',
    include: [
      'package.json',
      'esm/*.js',
      'esm/encoding/o200k_base.js',
      'esm/bpeRanks/o200k_base.js',
      'esm/encodingParams/*.js',
      'esm/_virtual/**/*.js',
    ],
  },
  // For the version in the report: it is bundled itself.
  { name: 'chardet', include: ['package.json'] },
  // Of the browser only the libraries that Lambda lacks; its fonts and its library for 3D are not used. The bundle contains the browser
  // itself in another compression (`backends/chromium/pack-browser.ts`).
  {
    name: chromiumPackage,
    include: ['package.json', 'bin/al2023.tar.br'],
    workers: ['browser'],
  },
  // The bundle contains a compressed image of the rest (`backends/libreoffice/pack-image.ts`).
  { name: wasmOfficePackage, include: ['package.json'], workers: ['office'] },
  ...metricFonts.map(
    (font): EnginePackage => ({
      name: metricFontPackage(font),
      include: ['package.json', ...metricFontFiles(font)],
    }),
  ),
  ...fontNames.map(
    (name): EnginePackage => ({
      name: fontPackage(name),
      include: ['package.json', ...fontFiles(name)],
    }),
  ),
];

/** The packages with native code, with what `portablePackages` says of the others. */
const binariesFor = (architecture: Architecture): readonly EnginePackage[] => {
  const { koffi, liteparse, resvg, sharp, libvips, typst } = nativePackagesFor(architecture);
  return [
    // Also for the sandbox of the engine process.
    { name: koffi, include: ['package.json', 'index.js', `linux_${architecture}/*`] },
    { name: liteparse, workers: notForPages },
    { name: resvg },
    { name: sharp, exclude: onlyCode, workers: notForPages },
    { name: libvips, exclude: onlyCode, workers: notForPages },
    { name: typst },
  ];
};

const thisArchitecture: Architecture = ownArchitecture ?? 'x64';

/** The packages of all workers, for the architecture of this process. */
export const enginePackages: readonly EnginePackage[] = [
  ...portablePackages,
  ...binariesFor(thisArchitecture),
];

/**
 * Libraries in plain JavaScript whose versions reports contain. The bundle of the engine process has their code, in chunks
 * that are loaded when their engine is first used.
 */
const bundledPackages: readonly string[] = [
  'exif-reader',
  'htmlparser2',
  'linkedom',
  '@mozilla/readability',
  'markdown-it',
  'temml',
  'saxes',
  '@cantoo/pdf-lib',
  'numfmt',
  '@e965/xlsx',
  'postal-mime',
  'js-yaml',
  '@asciidoctor/core',
  '@unified-latex/unified-latex-to-hast',
];

/** The packages next to a worker's engine bundle, and the manifests of bundled packages, which contain their versions. */
export function packagesOf(
  worker: WorkerName,
  architecture: Architecture = thisArchitecture,
): readonly EnginePackage[] {
  const own = [...portablePackages, ...binariesFor(architecture)].filter(
    ({ workers }) => workers === undefined || workers.includes(worker),
  );
  const manifests = bundledPackages
    .filter((name) => own.every((each) => each.name !== name))
    .map((name): EnginePackage => ({ name, include: ['package.json'] }));
  return [...own, ...manifests];
}
