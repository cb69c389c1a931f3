import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { nodesOf, sourceFiles } from './source-tree.ts';

const FORMATS = 'lib/conversions/formats/';

// A format may import the formats that its files contain.
const CONTAINED = [
  'asciidoc imports html',
  // Documents that Word shows in a document, `w:altChunk`.
  'docx imports html',
  'docx imports mail',
  'docx imports rtf',
  'docx imports text',
  'epub imports html',
  'ipynb imports html',
  'ipynb imports markdown',
  'latex imports html',
  'mail imports html',
  'mail imports rtf',
  'markdown imports html',
  // LibreOffice gets an Office 97 file only after its fields and encryption were inspected.
  'office imports doc',
  'office imports ppt',
  // SVG images in what LibreOffice wrote.
  'office imports svg',
  'org imports html',
  // Drawings in documents, and drawings as pages.
  'pdf imports svg',
  'rst imports csv',
  'rst imports html',
  'xml imports html',
];

const formatOf = (path: string): string | undefined =>
  path.startsWith(FORMATS) ? path.slice(FORMATS.length).split('/')[0] : undefined;

it('finds imports only of formats that the importing one contains', () => {
  const found = new Set<string>();

  for (const { path, program } of sourceFiles(`${FORMATS}**/*.ts`)) {
    for (const { source } of nodesOf(program)) {
      const target = (source as { value?: unknown } | null | undefined)?.value;
      if (typeof target !== 'string' || !target.startsWith('.')) continue;
      const [own, other] = [formatOf(path), formatOf(join(dirname(path), target))];
      if (other !== undefined && other !== own) found.add(`${own} imports ${other}`);
    }
  }

  expect([...found].toSorted()).toEqual(CONTAINED);
});
