import { describe, expect, it } from 'vitest';
import { convert, extract } from '../../../lib/conversions/index.ts';
import { docxOf, wordPart } from '../office-files.ts';

const level = (index: number, format: string, text: string): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="${720 * (index + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;
const numbering = wordPart(
  'numbering',
  `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'decimal', '%1.%2.')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '•')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>`,
);
const relationships =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="n" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/></Relationships>';
const item = (text: string, list = 1, depth = 0, mark = ''): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr><w:rPr>${mark}</w:rPr></w:pPr>${text === '' ? '' : `<w:r><w:t>${text}</w:t></w:r>`}</w:p>`;
const cell = (inside: string): string => `<w:tc>${inside}</w:tc>`;

const markdownOf = async (body: string): Promise<string> => {
  const file = docxOf(body, {
    'word/numbering.xml': numbering,
    'word/_rels/document.xml.rels': relationships,
  });
  const { bytes } = await extract(file, { from: 'docx', format: 'markdown' });
  return Buffer.from(bytes).toString();
};

describe('an empty paragraph of a numbered list in a docx', () => {
  it('has a number, and the numbers after it continue', async () => {
    const markdown = await markdownOf([item('one'), item(''), item('three')].join(''));

    expect(markdown).toMatch(/^1\. one\n2\.\s+3\. three\n$/);
  });

  it('is a cell with a number in a column of numbers', async () => {
    const rows = ['Apples', 'Pears', 'Plums'].map(
      (name) => `<w:tr>${cell(item(''))}${cell(`<w:p><w:r><w:t>${name}</w:t></w:r></w:p>`)}</w:tr>`,
    );
    const markdown = await markdownOf(`<w:tbl>${rows.join('')}</w:tbl>`);

    for (const [index, name] of ['Apples', 'Pears', 'Plums'].entries())
      expect(markdown.replaceAll(/ +/g, ' ')).toContain(`| ${index + 1}. | ${name} |`);
  });

  it('counts on deeper levels', async () => {
    expect(await markdownOf([item('a'), item('', 1, 1), item('b', 1, 1)].join(''))).toContain('1.2. b');
  });

  it('has no number if its mark is hidden, and no bullet in a list of bullets', async () => {
    expect(await markdownOf([item('one'), item('', 1, 0, '<w:vanish/>'), item('two')].join(''))).toBe(
      '1. one\n2. two\n',
    );
    expect(await markdownOf([item('one', 2), item('', 2), item('two', 2)].join(''))).toBe('- one\n- two\n');
  });
});

it('an empty paragraph of a numbered list in an rtf has a number', async () => {
  const list =
    "{\\*\\listtable{\\list\\listtemplateid1{\\listlevel\\levelnfc0\\levelstartat1{\\leveltext\\'02\\'00.;}{\\levelnumbers\\'01;}}\\listid7}}{\\*\\listoverridetable{\\listoverride\\listid7\\listoverridecount0\\ls1}}";
  const file = Buffer.from(`{\\rtf1\\ansi${list}\\ls1\\ilvl0 one\\par\\par three\\par}`);
  const { bytes } = await extract(file, { from: 'rtf', format: 'markdown' });

  expect(Buffer.from(bytes).toString()).toMatch(/^1\. one\n2\.\s+3\. three\n$/);
});

it.each([
  '1. ```\n   code\n   ```\n\n2. two\n\n3. > quote\n\n4. | a | b |\n   | --- | --- |\n   | 1 | 2 |\n\n5. five\n',
  '- ```\n  code\n  ```\n\n- two\n',
])('items that begin with code keep their numbers through a docx: %j', async (markdown) => {
  const docx = await convert(Buffer.from(markdown), { from: 'markdown', to: 'docx' });
  const { bytes } = await extract(docx.bytes, { from: 'docx', format: 'markdown' });

  expect(Buffer.from(bytes).toString()).toBe(markdown);
});

it('reads raised and lowered smaller text of a docx as scripts', async () => {
  const run = (text: string, position: number, size: number): string =>
    `<w:r><w:rPr><w:position w:val="${position}"/><w:sz w:val="${size}"/></w:rPr><w:t>${text}</w:t></w:r>`;
  const body = `<w:p><w:r><w:t>10</w:t></w:r>${run('6', 8, 13)}${run('i', -4, 13)}${run('level', 8, 20)}</w:p>`;
  const { bytes } = await extract(docxOf(body), { from: 'docx', format: 'markdown' });

  expect(Buffer.from(bytes).toString()).toBe('10<sup>6</sup><sub>i</sub>level\n');
});
