import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { alwaysAllowed, importTable } from './import-table.ts';
import { placeOf, sourceFiles } from './source-tree.ts';

const FORMATS = 'lib/conversions/formats';

const covers = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The rows that apply to a file: its own, and that of all formats for one of them. */
const rowsOf = (path: string): string[] => {
  const rows = Object.keys(importTable).filter((folder) => covers(folder, path));
  const own = rows.toSorted((a, b) => b.length - a.length).slice(0, 1);
  return covers(FORMATS, path) ? [...new Set([...own, FORMATS])] : own;
};

/** The folder whose files import each other freely: that of the row, and each format for itself. */
const homeOf = (path: string, row: string | undefined): string | undefined =>
  covers(FORMATS, path) ? path.split('/').slice(0, 4).join('/') : row;

/** The folder or file that a circle of imports would be among. The conversions count as one: their layers are in the table. */
const unitOf = (path: string): string => {
  const [row = path] = rowsOf(path);
  return row.startsWith('lib/conversions') ? 'lib/conversions' : row;
};

/** The units or files that import each other in a circle, or import one that does. */
const circlesOf = (imports: ReadonlyMap<string, ReadonlySet<string>>): string[] => {
  const rest = new Set(imports.keys());
  for (let size = Number.POSITIVE_INFINITY; rest.size < size; ) {
    size = rest.size;
    for (const each of rest)
      if (![...(imports.get(each) ?? [])].some((other) => rest.has(other))) rest.delete(each);
  }
  return [...rest];
};

/** The file, or the AWS package, that a module specifier refers to. */
const targetOf = (path: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return join(dirname(path), specifier);
  return /^@(?:aws-sdk|middy|smithy)\//.test(specifier) ? specifier : undefined;
};

const folders = [...new Set(Object.keys(importTable).map((row) => row.split('/')[0]))];

it('folders import only what their row of the import table lists, and all of it, without circles', () => {
  const refused: string[] = [];
  const used = new Set<string>();
  const units = new Map<string, Set<string>>();

  for (const file of sourceFiles(`{${folders.join(',')}}/**/*.{ts,tsx}`)) {
    const rows = rowsOf(file.path);
    const home = homeOf(file.path, rows[0]);
    for (const imported of file.imports) {
      const target = targetOf(file.path, imported.specifier);
      if (target === undefined || (home !== undefined && covers(home, target))) continue;
      const [unit, other] = [unitOf(file.path), unitOf(target)];
      if (unit !== other) units.set(unit, (units.get(unit) ?? new Set()).add(other));
      const entries = rows.flatMap((row) =>
        (importTable[row] ?? []).filter((entry) => covers(entry, target)).map((entry) => `${row}: ${entry}`),
      );
      for (const entry of entries) used.add(entry);
      if (entries.length === 0)
        refused.push(
          `${placeOf(file, imported)} imports ${target}, which the row ${rows[0] ?? '(none)'} does not list`,
        );
    }
  }
  const unused = Object.entries(importTable).flatMap(([row, entries]) =>
    entries
      .filter((entry) => !alwaysAllowed.includes(entry) && !used.has(`${row}: ${entry}`))
      .map((entry) => `${row} lists ${entry}, which nothing in it imports`),
  );

  const found = { refused, unused, circles: circlesOf(units) };
  expect(found, 'test/conventions/import-table.ts').toEqual({ refused: [], unused: [], circles: [] });
});

it('files import each other in no circle, except for types', () => {
  const imports = sourceFiles(`{${[...folders, 'test'].join(',')}}/**/*.{ts,tsx}`).map(
    ({ path, imports }) => {
      const targets = imports.flatMap(({ specifier, isType }) =>
        isType ? [] : (targetOf(path, specifier) ?? []),
      );
      return [path, new Set(targets)] as const;
    },
  );

  expect(circlesOf(new Map(imports))).toEqual([]);
});
