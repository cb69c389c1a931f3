import type { QualitySet } from '../quality-set.ts';
import type { TableDocument } from '../table-document.ts';
import { measureByKind } from './printed/measure-by-kind.ts';
import { taggingPrograms } from './tagging-programs.ts';
import { documentOf, gridsIn, withTexts } from './typeset-tables.ts';

// Of the competition's pages, not of its tables: dot leaders, which are no text to us, and blanks where lines end after a hyphen.
const LEADER = /\s*(?:\.\s*){3,}$/;
const BLANK_AFTER_HYPHEN = /(?<=[\p{L}\p{N}][-–/])\s+(?=[\p{L}\p{N}])(?!(?:and|or)\b)/gu;

const readable = (text: string): string => text.replace(LEADER, '').replaceAll(BLANK_AFTER_HYPHEN, '');

async function* taggedDocuments(folder: string): AsyncGenerator<TableDocument, void, void> {
  const documents = (await gridsIn(folder)).map((grids) => grids.map((grid) => withTexts(grid, readable)));
  for (const [program, print] of Object.entries(taggingPrograms))
    for (const [at, grids] of documents.entries()) {
      const pdf = await print(grids, at);
      if (pdf === undefined) {
        console.log(`  ${program} printed nothing. Is it installed?`);
        break;
      }
      yield documentOf(`${program}-${at}`, program, pdf, grids);
    }
}

/** The tables of the competition as programs print them with tags. */
export const taggedTables: QualitySet = {
  name: 'tagged',
  folder: 'tables',
  title: 'The same tables as programs print them with tags: relations between neighbouring cells',
  measure: (folder) => measureByKind(taggedDocuments(folder)),
};
