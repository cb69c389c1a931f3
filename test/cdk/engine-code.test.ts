import type { Metafile } from 'esbuild';
import { expect, it } from 'vitest';
import { checkLeftOut, findEngineCode } from '../../cdk/engine-code.ts';

const reader = 'lib/conversions/formats/csv/reader.ts';

type Import = Metafile['inputs'][string]['imports'][number];

const checkImport = (path: string, imported: Import): void =>
  checkLeftOut(
    { inputs: { [path]: { bytes: 1, imports: [imported] } }, outputs: {} },
    { facts: [reader], onDemand: [] },
  );

it('finds what engines describe and what they import on demand', () => {
  const { facts, onDemand } = findEngineCode();

  expect([...facts]).toEqual(expect.arrayContaining([reader, 'lib/conversions/engine/options.ts']));
  expect([...facts]).not.toContain('lib/conversions/formats/csv/read-csv.ts');
  expect(onDemand).toEqual(expect.arrayContaining(['./read-csv.ts', 'htmlparser2']));
  expect(new Set(onDemand).size).toBe(onDemand.length);
});

it.each<[string, string, Import]>([
  ['an engine imports on demand', reader, { kind: 'dynamic-import', path: './read-csv.ts', external: true }],
  ['is part of Node', 'lib/ids.ts', { kind: 'import-statement', path: 'crypto', external: true }],
  ['esbuild adds', 'lib/ids.ts', { kind: 'import-statement', path: '<runtime>', external: true }],
  ['is in the bundle', 'lib/ids.ts', { kind: 'import-statement', path: 'lib/env.ts' }],
])('accepts a bundle without what %s', (_, path, imported) => {
  expect(() => checkImport(path, imported)).not.toThrow();
});

it.each<[string, string, Import]>([
  ['an engine needs at once', reader, { kind: 'import-statement', path: './read-csv.ts', external: true }],
  [
    'other code imports on demand',
    'lib/files/format-detector.ts',
    { kind: 'dynamic-import', path: './read-csv.ts', external: true },
  ],
])('refuses a bundle without what %s, with the names of both files', (_, path, imported) => {
  expect(() => checkImport(path, imported)).toThrow(`${path} imports ./read-csv.ts`);
});
