import { expect, it } from 'vitest';
import { fileStem, titleOf } from '../../../lib/conversions/document/title.ts';

const headings = [
  { level: 2, text: 'Part' },
  { level: 1, text: 'Whole' },
  { level: 1, text: 'Second' },
];

it.each([
  ['Annual\n report ', headings, 'a.docx', 'Annual report'],
  ['Document1', headings, 'a.docx', 'Whole'],
  ['PowerPoint Presentation', [], 'talk.pptx', 'talk'],
  ['Microsoft Word - draft.doc', [], undefined, 'Microsoft Word - draft.doc'],
  [null, headings, 'a.docx', 'Whole'],
  [null, [{ level: 1, text: 'Chapter', page: 2 }], 'a.pdf', 'a'],
  [
    null,
    [
      { level: 1, text: 'Chapter', page: 2 },
      { level: 3, text: 'Cover', page: 1 },
    ],
    'a.pdf',
    'Cover',
  ],
  [null, [{ level: 1, text: '', page: null }], undefined, null],
  [' ', [], '', null],
])('picks a title from %j, %j and %j: %j', (stated, candidates, filename, title) => {
  expect(titleOf(stated, candidates, filename)).toBe(title);
});

it.each([
  ['C:\\files\\report.final.pdf', 'report.final'],
  ['/tmp/notes', 'notes'],
  ['.pdf', ''],
  [undefined, ''],
])('returns the stem of %j', (filename, stem) => {
  expect(fileStem(filename)).toBe(stem);
});
