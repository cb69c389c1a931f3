import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { QualityResult, QualitySet } from './quality/quality-set.ts';
import { olmocr } from './quality/sets/olmocr.ts';
import { pandoc } from './quality/sets/pandoc.ts';
import { printedSheets } from './quality/sets/printed-sheets.ts';
import { printedTables } from './quality/sets/printed-tables.ts';
import { recognition } from './quality/sets/recognition.ts';
import { standards } from './quality/sets/standards.ts';
import { structure } from './quality/sets/structure.ts';
import { tables } from './quality/sets/tables.ts';
import { taggedTables } from './quality/sets/tagged-tables.ts';
import { tika } from './quality/sets/tika.ts';
import { typesetTables } from './quality/sets/typeset-tables.ts';
import { webpages } from './quality/sets/webpages.ts';
import { workbooks } from './quality/sets/workbooks.ts';
import { printTable } from './service/print-table.ts';

const sets: readonly QualitySet[] = [
  tables,
  typesetTables,
  taggedTables,
  printedTables,
  printedSheets,
  pandoc,
  tika,
  workbooks,
  webpages,
  recognition,
  olmocr,
  structure,
  standards,
];

const help = `npm run bench:quality -- [--documents FOLDER] [--losses] [--json FILE] [SET ...]

  --documents   The folder of the test sets, as bench/quality/README.md lays them out. Default: the variable DOCUMENTS
  --losses      Print the documents with losses
  --json        Write the figures to a file
  SET           ${sets.map(({ name }) => name).join(', ')}. Default: all that are there`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    documents: { type: 'string', default: process.env.DOCUMENTS ?? '' },
    losses: { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const unknown = positionals.filter((name) => sets.every((set) => set.name !== name));
if (values.help || values.documents === '' || unknown.length > 0) {
  console.log(help);
  process.exit(values.help ? 0 : 1);
}

const folder = resolve(values.documents);
const wanted = sets.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const results: Record<string, QualityResult> = {};
for (const set of wanted) {
  const own = join(folder, set.folder ?? set.name);
  if (!existsSync(own)) {
    console.log(`\n${set.title}\n\n  ${set.name} is not in the folder.`);
    continue;
  }
  const result = await set.measure(own);
  results[set.name] = result;
  printTable(`${set.title} (${result.measured})`, [
    ['tool', ...result.columns],
    ...result.rows.map(({ tool, figures }) => [tool, ...figures]),
  ]);
  if (values.losses) for (const loss of result.losses ?? []) console.log(`    ${loss}`);
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

if (values.json !== undefined) {
  const measured = {
    date: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short', 'HEAD'),
  };
  await writeFile(values.json, `${JSON.stringify({ ...measured, results }, null, 2)}\n`);
}
// Engines keep processes for the next document.
process.exit(0);
