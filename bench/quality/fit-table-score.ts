import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { withPdfiumFile } from '../../lib/conversions/backends/pdfium/pdfium-file.ts';
import { readRuns } from '../../lib/conversions/formats/pdf/page-runs.ts';
import { selectPdfPages } from '../../lib/conversions/formats/pdf/select-pdf-pages.ts';
import type { TableFeatures } from '../../lib/conversions/shared/page-tables/table-features.ts';
import { scoreOf, type TableWeights } from '../../lib/conversions/shared/page-tables/table-score.ts';
import { tablesOfPage } from '../../lib/conversions/shared/page-tables/tables-of-page.ts';
import { relationsOf, scoreDocument } from '../engines/score-tables.ts';
import { type Candidate, fitWeights } from './fit-weights.ts';
import { printedDocuments } from './sets/printed-tables.ts';
import { competitionDocuments } from './sets/tables.ts';
import { typesetDocuments } from './sets/typeset-tables.ts';
import { type TableDocument, toTextTable } from './table-document.ts';

/**
 * Fits the weights that decide which candidates are tables, on the sets `typeset` and `printed`, and tests them on the set
 * `tables`. Usage: `DOCUMENTS=/path/to/sets node bench/quality/fit-table-score.ts`.
 */
const folder = resolve(process.env.DOCUMENTS ?? '');
const sets: Readonly<Record<string, AsyncGenerator<TableDocument, void, void>>> = {
  typeset: typesetDocuments(join(folder, 'tables')),
  printed: printedDocuments(join(folder, 'printed')),
  tables: competitionDocuments(join(folder, 'tables')),
};
const FITTED = ['typeset', 'printed'];
const weightsFile = new URL('../../lib/conversions/shared/page-tables/table-weights.ts', import.meta.url);

/** The candidates of a document: they are tables if at least half of their relations are right. */
async function candidatesOf(set: string, document: TableDocument): Promise<Candidate[]> {
  const pages = await withPdfiumFile(document.pdf, undefined, async (file) => {
    const numbers = selectPdfPages(document.pages, await file.use((open) => open.pages));
    return await readRuns(file, numbers, { keepsHidden: false, needsStructure: true }, (page) => page);
  });
  const found: Candidate[] = [];
  for (const { width, height, runs, turned, drawings } of pages)
    tablesOfPage(
      { width, height, runs: [...runs, ...turned], drawings, proposals: [] },
      (table, features) => {
        const relations = relationsOf([toTextTable(table)]);
        const count = [...relations.values()].reduce((sum, times) => sum + times, 0);
        const right = scoreDocument(document.relations, relations).precision;
        found.push({ set, features, right, relations: count });
        return right >= 0.5;
      },
    );
  return found;
}

const candidates: Candidate[] = [];
for (const [set, documents] of Object.entries(sets))
  for await (const document of documents) candidates.push(...(await candidatesOf(set, document)));

const weights = fitWeights(candidates.filter(({ set }) => FITTED.includes(set)));
const isWrong = (
  { features, right }: { features: TableFeatures; right: number },
  by: TableWeights,
): boolean => scoreOf(features, by) > 0 !== right >= 0.5;
for (const set of Object.keys(sets)) {
  const own = candidates.filter((candidate) => candidate.set === set);
  const tables = own.filter(({ right }) => right >= 0.5);
  const missed = tables.filter((candidate) => isWrong(candidate, weights)).length;
  const wrong = own.filter((candidate) => isWrong(candidate, weights)).length - missed;
  console.log(
    `${set}: ${tables.length} tables, ${missed} missed; ${own.length - tables.length} others, ${wrong} accepted`,
  );
}
const rounded = Object.fromEntries(
  Object.entries(weights).map(([name, value]) => [name, Number(value.toFixed(2))]),
);
await writeFile(
  weightsFile,
  `import type { TableWeights } from './table-score.ts';

/** Fitted by \`bench/quality/fit-table-score.ts\`, which writes this file. */
export const tableWeights: TableWeights = ${JSON.stringify(rounded, null, 2).replaceAll('"', '')};
`,
);
process.exit(0);
