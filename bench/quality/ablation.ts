import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { relationsOf, scoreDocument, truthOf, truthTables } from '../engines/score-tables.ts';
import { constants, differing, record, replacements } from './ablation-hooks.ts';
import { toTextTable } from './table-document.ts';

/**
 * Replaces each named number of `shared/page-tables`, `page-layout` and `geometry` by 0, its half, its double and 1,000,000, and writes
 * how many documents change. A document counts only if a comparison in it comes out differently. Usage:
 *
 *     node bench/quality/ablation.ts [--most 12] [--out FILE] FOLDER ...
 *
 * Tables are scored where a `NAME-str.xml` is beside `NAME.pdf`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string', default: '12' }, out: { type: 'string', default: 'ablation.tsv' } },
});
const MOST = Number(values.most);
const PAGES = [1, 2, 3, 4];

// Loaded after the hooks.
const { withPdfiumFile } = await import('../../lib/conversions/backends/pdfium/pdfium-file.ts');
const { readRuns } = await import('../../lib/conversions/formats/pdf/page-runs.ts');
const { toSource } = await import('../../lib/conversions/formats/pdf/read-tree.ts');
const { layoutTagged } = await import('../../lib/conversions/formats/pdf/tagged/tagged-layout.ts');

interface Result {
  readonly text: string;
  /** F1 of its tables. Undefined if their truth is unknown. */
  readonly f1: number | undefined;
}

const f1Of = ({ precision, recall }: { readonly precision: number; readonly recall: number }): number =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);

/** Reads a document once, and returns what lays it out again. */
async function layoutOf(path: string): Promise<() => Result> {
  const pdf = await readFile(path);
  const truth = await readFile(path.replace(/\.pdf$/, '-str.xml'), 'utf8').catch(() => undefined);
  const wanted = truth === undefined ? undefined : truthOf(truthTables(truth));
  const pages = await withPdfiumFile(pdf, undefined, (file) =>
    readRuns(file, PAGES, { keepsHidden: false, needsStructure: true }, (found, _, __, pageNum) => ({
      ...found,
      pageNum,
      found,
      text: '',
    })),
  );
  return () => {
    const sources = pages.map((page) => toSource(page, undefined, true));
    const layout = layoutTagged(sources, undefined, { keepsLines: true, outline: [] });
    const tables = sources.flatMap((source) => source.tables.map(toTextTable));
    return {
      text: JSON.stringify(layout),
      f1: wanted === undefined ? undefined : f1Of(scoreDocument(wanted, relationsOf(tables))),
    };
  };
}

/** Lays a document out. Undefined if the layout fails. */
function attempt(layout: () => Result): Result | undefined {
  try {
    return layout();
  } catch {
    return undefined;
  }
}

const documents = new Map<string, { readonly layout: () => Result; readonly usual: Result }>();
for (const folder of positionals)
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.pdf')).toSorted()) {
    const path = join(folder, name);
    const layout = await layoutOf(path).catch(() => undefined);
    record(path);
    const usual = layout === undefined ? undefined : attempt(layout);
    record(undefined);
    if (layout !== undefined && usual !== undefined) documents.set(path, { layout, usual });
  }

/** Lays out the documents that a replacement may change: how many of them change, and by how many thousandths their F1 falls. */
function effectOf(index: number, at: number): string {
  const constant = constants[index];
  const all = [...(differing.get(`${index} ${at}`) ?? [])].filter((path) => documents.has(path));
  const step = Math.max(1, all.length / MOST);
  const tried = all.filter((_, each) => Math.floor(each / step) !== Math.floor((each - 1) / step));
  let changed = 0;
  let lost = 0;
  constant?.set(replacements[at]?.(constant.value) ?? 0);
  for (const path of tried) {
    const document = documents.get(path);
    const result = document === undefined ? undefined : attempt(document.layout);
    if (result?.text === document?.usual.text) continue;
    changed += 1;
    lost += (document?.usual.f1 ?? 0) - (result?.f1 ?? 0);
  }
  constant?.set(constant.value);
  const score = lost === 0 ? '' : ` ${Math.round(-lost * 1000)}`;
  return changed === 0 ? '-' : `${changed}/${tried.length}${score}`;
}

const rows = ['constant\tvalue\t0\thalf\tdouble\tno limit'];
for (const [index, { name, value }] of constants.entries()) {
  rows.push([name, value, ...replacements.map((_, at) => effectOf(index, at))].join('\t'));
  await writeFile(values.out, `${rows.join('\n')}\n`);
}
console.log(`${documents.size} documents, ${constants.length} constants: ${values.out}`);
process.exit(0);
