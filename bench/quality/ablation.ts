import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { tablesOf } from '../../lib/conversions/document/tables.ts';
import type { DocumentResult } from '../../lib/conversions/engine/roles.ts';
import { relationsOf, scoreDocument, truthOf, truthTables } from '../engines/score-tables.ts';
import { constants, differing, record, replacements, startDocument } from './ablation-hooks.ts';

/**
 * Replaces each number that decides how pages are read by 0, its half, its double and 1,000,000, and writes how many documents change.
 * A document counts only if a comparison in it comes out differently. Usage:
 *
 *     node bench/quality/ablation.ts [--most 3] [--only PATTERN] [--out FILE] FOLDER ...
 *
 * Stops at `--most` changed documents for each replacement. `--only` takes numbers whose names match a pattern. Tables are scored where a `NAME-str.xml` is beside `NAME.pdf`.
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
const only = new RegExp(values.only);
// Documents after which the search ends if one has changed.
const ENOUGH = 20;
const PAGES = '1-4';

// Loaded after the hooks.
const { readPdf, writePdfText } = await import('../../lib/conversions/formats/pdf/read-pdf.ts');
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
const context = { needs, namesImages: true, maxResultBytes: Number.MAX_SAFE_INTEGER };
const imageFormats: Readonly<Record<string, 'png' | 'jpeg' | 'tiff' | 'webp'>> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.tif': 'tiff',
  '.tiff': 'tiff',
  '.webp': 'webp',
};

/** Reads the first pages of a document with all that a result can have, and a PDF also as plain text. */
async function readDocument(bytes: Buffer, extension: string): Promise<DocumentResult & { plain?: string }> {
  const from = imageFormats[extension];
  if (from !== undefined)
    return await readImage(bytes, { ...context, from, options: imageReadOptions.parse({ pages: PAGES }) });
  const request = { ...context, options: pdfReadOptions.parse({ pages: PAGES }) };
  const plain = await writePdfText(bytes, request);
  return { ...(await readPdf(bytes, request)), plain: Buffer.from(plain.bytes).toString() };
}

/** Returns what reads a document. */
async function openDocument(path: string): Promise<() => Promise<Result>> {
  const bytes = await readFile(path);
  const truth = await readFile(path.replace(/\.pdf$/, '-str.xml'), 'utf8').catch(() => undefined);
  const wanted = truth === undefined ? undefined : truthOf(truthTables(truth));
  return async () => {
    const { tree, warnings, plain } = await readDocument(bytes, extname(path).toLowerCase());
    const tables = wanted === undefined ? [] : Array.from(tablesOf(tree), ({ rows }) => rows);
    return {
      text: JSON.stringify({
        ...tree,
        warnings,
        plain,
        images: tree.images.map(({ bytes: data }) => data.length),
      }),
      f1: wanted === undefined ? undefined : f1Of(scoreDocument(wanted, relationsOf(tables))),
    };
  };
}

/** Reads a document. Undefined if that fails. */
async function attempt(read: () => Promise<Result>): Promise<Result | undefined> {
  startDocument();
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

/**
 * Reads the documents that a replacement may change: how many of them change, and by how many thousandths their F1 rises. All of them
 * are read unless the constant `isKnown` to change one.
 */
async function effectOf(index: number, at: number, isKnown: boolean) {
  const constant = constants[index];
  const value = replacements[at]?.(constant?.value ?? 0) ?? 0;
  // A loop without a step does not end.
  if (value === 0 && /\bSTEP|_STEP$/.test(constant?.name ?? '')) return { changed: 0, text: '-' };
  const all =
    constant?.isExported === true
      ? [...documents.keys()]
      : [...(differing.get(`${index} ${at}`) ?? [])].filter((path) => documents.has(path));
  let tried = 0;
  let changed = 0;
  let gained = 0;
  constant?.set(value);
  for (const path of spread(all)) {
    if (changed === MOST || (tried >= ENOUGH && (changed > 0 || isKnown))) break;
    const document = documents.get(path);
    const result = document === undefined ? undefined : await attempt(document.read);
    tried += 1;
    if (result?.text === document?.usual.text) continue;
    changed += 1;
    gained += (result?.f1 ?? 0) - (document?.usual.f1 ?? 0);
  }
  constant?.set(constant.value);
  const score = Math.round(gained * 1000);
  return { changed, text: tried === 0 ? '-' : `${changed}/${tried}${score === 0 ? '' : ` ${score}`}` };
}

/** Values in an order in which neighbours are far apart. */
function spread<T>(all: readonly T[]): T[] {
  const step = Math.max(1, Math.floor(Math.sqrt(all.length)));
  return Array.from({ length: step }, (_, first) => all.filter((__, at) => at % step === first)).flat();
}

console.log(`${documents.size} documents, ${constants.length} numbers`);
const rows = ['number\tvalue\t0\thalf\tdouble\tno limit'];
for (const [index, { name, value }] of constants.entries()) {
  if (!only.test(name)) continue;
  const effects: string[] = [];
  let isKnown = false;
  for (const at of replacements.keys()) {
    const { changed, text } = await effectOf(index, at, isKnown);
    isKnown ||= changed > 0;
    effects.push(text);
  }
  rows.push([name, value, ...effects].join('\t'));
  await writeFile(values.out, `${rows.join('\n')}\n`);
}
process.exit(0);
