import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { tablesOf } from '../../lib/conversions/document/tables.ts';
import type { DocumentResult } from '../../lib/conversions/engine/roles.ts';
import { relationsOf, scoreDocument, truthOf, truthTables } from '../engines/score-tables.ts';
import { constants, differing, record, replacements } from './ablation-hooks.ts';

/**
 * Replaces each number that decides how pages are read by 0, its half, its double and 1,000,000, and writes how many documents change.
 * A document counts only if a comparison in it comes out differently. Usage:
 *
 *     node bench/quality/ablation.ts [--most 3] [--only TEXT] [--out FILE] FOLDER ...
 *
 * Stops at `--most` changed documents for each replacement. `--only` takes numbers whose names contain a text. Tables are scored where a `NAME-str.xml` is beside `NAME.pdf`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '3' },
    out: { type: 'string', default: 'ablation.tsv' },
    only: { type: 'string', default: '' },
  },
});
const MOST = Number(values.most);
const PAGES = '1-4';

// Loaded after the hooks.
const { readPdf } = await import('../../lib/conversions/formats/pdf/read-pdf.ts');
const { readImage } = await import('../../lib/conversions/formats/image/read-image.ts');
const { pdfReadOptions } = await import('../../lib/conversions/formats/pdf/read-options.ts');
const { imageReadOptions } = await import('../../lib/conversions/formats/image/read-options.ts');
const { needsOfTarget } = await import('../../lib/conversions/document/needs.ts');
const { loadLiteparse } = await import('../../lib/conversions/backends/liteparse/liteparse-config.ts');

/** Lets Tesseract read each image once, because reading it again takes longer than all that follows. */
async function rememberReadings(): Promise<void> {
  const { LiteParse } = await loadLiteparse();
  const readings = new Map<string, ReturnType<typeof parse>>();
  const { parse } = LiteParse.prototype;
  LiteParse.prototype.parse = function (this: InstanceType<typeof LiteParse>, input) {
    const key = createHash('sha256').update(JSON.stringify(this.getConfig())).update(input).digest('hex');
    const known = readings.get(key) ?? parse.call(this, input);
    readings.set(key, known);
    return known.then((result) => structuredClone(result));
  };
}

interface Result {
  readonly text: string;
  /** F1 of its tables. Undefined if their truth is unknown. */
  readonly f1: number | undefined;
}

const f1Of = ({ precision, recall }: { readonly precision: number; readonly recall: number }): number =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);

const needs = { ...needsOfTarget({ to: 'document' }), looks: true, images: true };
const context = { needs, maxResultBytes: Number.MAX_SAFE_INTEGER };
const imageFormats: Readonly<Record<string, 'png' | 'jpeg' | 'tiff' | 'webp'>> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.tif': 'tiff',
  '.tiff': 'tiff',
  '.webp': 'webp',
};

/** Reads the first pages of a document with all that a result can have. */
async function readDocument(bytes: Buffer, extension: string): Promise<DocumentResult> {
  const from = imageFormats[extension];
  return from === undefined
    ? await readPdf(bytes, { ...context, options: pdfReadOptions.parse({ pages: PAGES }) })
    : await readImage(bytes, { ...context, from, options: imageReadOptions.parse({ pages: PAGES }) });
}

/** Returns what reads a document. */
async function openDocument(path: string): Promise<() => Promise<Result>> {
  const bytes = await readFile(path);
  const truth = await readFile(path.replace(/\.pdf$/, '-str.xml'), 'utf8').catch(() => undefined);
  const wanted = truth === undefined ? undefined : truthOf(truthTables(truth));
  return async () => {
    const { tree, warnings } = await readDocument(bytes, extname(path).toLowerCase());
    const tables = wanted === undefined ? [] : Array.from(tablesOf(tree), ({ rows }) => rows);
    return {
      text: JSON.stringify({ ...tree, warnings, images: tree.images.map(({ bytes: data }) => data.length) }),
      f1: wanted === undefined ? undefined : f1Of(scoreDocument(wanted, relationsOf(tables))),
    };
  };
}

/** Reads a document. Undefined if that fails. */
async function attempt(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

await rememberReadings();
const documents = new Map<string, { readonly read: () => Promise<Result>; readonly usual: Result }>();
for (const folder of positionals)
  for (const name of (await readdir(folder))
    .filter((each) => /\.(?:pdf|png|jpe?g|tiff?|webp)$/i.test(each))
    .toSorted()) {
    const path = join(folder, name);
    const read = await openDocument(path);
    record(path);
    const usual = await attempt(read);
    record(undefined);
    if (usual !== undefined) documents.set(path, { read, usual });
  }

/** Reads the documents that a replacement may change: how many of them change, and by how many thousandths their F1 rises. */
async function effectOf(index: number, at: number): Promise<string> {
  const constant = constants[index];
  const all =
    constant?.isExported === true
      ? [...documents.keys()]
      : [...(differing.get(`${index} ${at}`) ?? [])].filter((path) => documents.has(path));
  let tried = 0;
  let changed = 0;
  let gained = 0;
  constant?.set(replacements[at]?.(constant.value) ?? 0);
  for (const path of spread(all)) {
    if (changed === MOST) break;
    const document = documents.get(path);
    const result = document === undefined ? undefined : await attempt(document.read);
    tried += 1;
    if (result?.text === document?.usual.text) continue;
    changed += 1;
    gained += (result?.f1 ?? 0) - (document?.usual.f1 ?? 0);
  }
  constant?.set(constant.value);
  if (tried === 0) return '-';
  const score = Math.round(gained * 1000);
  return `${changed}/${tried}${score === 0 ? '' : ` ${score}`}`;
}

/** Values in an order in which neighbours are far apart. */
function spread<T>(all: readonly T[]): T[] {
  const step = Math.max(1, Math.floor(Math.sqrt(all.length)));
  return Array.from({ length: step }, (_, first) => all.filter((__, at) => at % step === first)).flat();
}

console.log(`${documents.size} documents, ${constants.length} numbers`);
const rows = ['number\tvalue\t0\thalf\tdouble\tno limit'];
for (const [index, { name, value }] of constants.entries()) {
  if (!name.includes(values.only)) continue;
  const effects: string[] = [];
  for (const at of replacements.keys()) effects.push(await effectOf(index, at));
  rows.push([name, value, ...effects].join('\t'));
  await writeFile(values.out, `${rows.join('\n')}\n`);
}
process.exit(0);
