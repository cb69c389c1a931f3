import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { truthOf, truthTables } from '../../engines/score-tables.ts';
import type { QualitySet } from '../quality-set.ts';
import { exact, type TableDocument } from '../table-document.ts';
import { measureByKind } from './printed/measure-by-kind.ts';

/** The documents of the set. */
export async function* competitionDocuments(folder: string): AsyncGenerator<TableDocument, void, void> {
  const documents = join(folder, 'documents');
  const names = (await readdir(documents)).filter((name) => name.endsWith('.pdf')).toSorted();
  for (const name of names) {
    const truth = truthTables(await readFile(join(documents, name.replace(/\.pdf$/, '-str.xml')), 'utf8'));
    const pdf = await readFile(join(documents, name));
    const cells = truth.flat().map(({ text }) => exact(text));
    yield {
      name,
      kind: 'competition',
      pdf,
      relations: truthOf(truth),
      cells: cells.filter((text) => text !== ''),
    };
  }
}

/** Tables of PDFs. */
export const tables: QualitySet = {
  name: 'tables',
  title:
    'Tables of the ICDAR 2013 competition: relations between neighbouring cells, and cells by their exact text',
  measure: (folder) => measureByKind(competitionDocuments(folder)),
};
