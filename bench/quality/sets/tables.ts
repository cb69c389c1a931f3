import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from '../../../lib/conversions/index.ts';
import { decodeEntities } from '../../engines/markup-text.ts';
import { scoreTables, type TextTable } from '../../engines/score-tables.ts';
import { countShared, f1Of } from '../features.ts';
import { percent, type QualityResult, type QualitySet } from '../quality-set.ts';

/** Text as it is, but for the width of white space. */
const exact = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The exact texts of the cells of a ground truth file. */
const cellsOf = (xml: string): string[] =>
  [...xml.matchAll(/<content>([\s\S]*?)<\/content>/g)]
    .map(([, text = '']) => exact(decodeEntities(text)))
    .filter((text) => text !== '');

async function measure(folder: string): Promise<QualityResult> {
  const documents = join(folder, 'documents');
  const names = (await readdir(documents)).filter((name) => name.endsWith('.pdf')).toSorted();
  const predictions: Record<string, TextTable[]> = {};
  const total = { hits: 0, wanted: 0, got: 0 };
  for (const name of names) {
    const { bytes } = await extract(await readFile(join(documents, name)), {
      format: 'tables',
      from: 'pdf',
      options: { ocr: 'never' },
    }).catch(() => ({ bytes: Buffer.from('[]') }));
    const tables: readonly { readonly rows: TextTable }[] = JSON.parse(Buffer.from(bytes).toString());
    predictions[name] = tables.map(({ rows }) => rows);
    const wanted = cellsOf(await readFile(join(documents, name.replace(/\.pdf$/, '-str.xml')), 'utf8'));
    const got = tables.flatMap(({ rows }) =>
      rows
        .flat()
        .map(exact)
        .filter((text) => text !== ''),
    );
    const count = countShared(wanted, got);
    for (const part of ['hits', 'wanted', 'got'] as const) total[part] += count[part];
  }
  const { f1, precision, recall, perDocument } = await scoreTables(documents, predictions);
  return {
    measured: `${names.length} documents`,
    columns: ['relations F1', 'precision', 'recall', 'exact cells F1', 'exact cells found'],
    rows: [
      {
        tool: 'DocForge',
        figures: [f1, precision, recall, f1Of(total), total.hits / total.wanted].map((each) =>
          each.toFixed(3),
        ),
      },
    ],
    losses: [...perDocument]
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
