import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeEntities } from '../../engines/markup-text.ts';
import {
  mean,
  meanF1,
  relationsOf,
  scoreDocument,
  type TableScore,
  truthOf,
} from '../../engines/score-tables.ts';
import { countShared, f1Of } from '../features.ts';
import { percent, type QualityResult, type QualitySet } from '../quality-set.ts';
import { cellsIn, exact, type TableDocument, tablesIn } from '../table-document.ts';

/** The exact texts of the cells of a ground truth file. */
const cellsOf = (xml: string): string[] =>
  [...xml.matchAll(/<content>([\s\S]*?)<\/content>/g)]
    .map(([, text = '']) => exact(decodeEntities(text)))
    .filter((text) => text !== '');

/** The documents of the set. */
export async function* competitionDocuments(folder: string): AsyncGenerator<TableDocument, void, void> {
  const documents = join(folder, 'documents');
  const names = (await readdir(documents)).filter((name) => name.endsWith('.pdf')).toSorted();
  for (const name of names) {
    const truth = await readFile(join(documents, name.replace(/\.pdf$/, '-str.xml')), 'utf8');
    const pdf = await readFile(join(documents, name));
    yield { name, kind: 'competition', pdf, relations: truthOf(truth), cells: cellsOf(truth) };
  }
}

async function measure(folder: string): Promise<QualityResult> {
  const scores = new Map<string, TableScore>();
  const total = { hits: 0, wanted: 0, got: 0 };
  for await (const { name, pdf, relations, cells } of competitionDocuments(folder)) {
    const tables = await tablesIn({ pdf });
    scores.set(name, scoreDocument(relations, relationsOf(tables)));
    const count = countShared(cells, cellsIn(tables));
    for (const part of ['hits', 'wanted', 'got'] as const) total[part] += count[part];
  }
  const all = [...scores.values()];
  const figures = [
    meanF1(all),
    mean(all.map(({ precision }) => precision)),
    mean(all.map(({ recall }) => recall)),
    f1Of(total),
    total.hits / total.wanted,
  ];
  return {
    measured: `${all.length} documents`,
    columns: ['relations F1', 'precision', 'recall', 'exact cells F1', 'exact cells found'],
    rows: [{ tool: 'DocForge', figures: figures.map((each) => each.toFixed(3)) }],
    losses: [...scores]
      .filter(([, score]) => Math.min(score.recall, score.precision) < 0.9)
      .map(
        ([name, score]) => `${name}: recall ${percent(score.recall)}, precision ${percent(score.precision)}`,
      ),
  };
}

/** Tables of PDFs. */
export const tables: QualitySet = {
  name: 'tables',
  title:
    'Tables of the ICDAR 2013 competition: relations between neighbouring cells, and cells by their exact text',
  measure,
};
