import { describe, expect, it } from 'vitest';
import {
  type DocumentTree,
  type TreeBlock,
  textRun,
} from '../../../lib/conversions/document/document-tree.ts';
import { labelPattern } from '../../../lib/conversions/document/list-labels.ts';
import { plainTextOf } from '../../../lib/conversions/document/plain-text.ts';
import { fileContent } from '../../../lib/conversions/engine/content.ts';
import type { Engine } from '../../../lib/conversions/engine/engine.ts';
import { docxReader } from '../../../lib/conversions/formats/docx/reader.ts';
import { docxWriter } from '../../../lib/conversions/formats/docx/writer.ts';
import { htmlReader } from '../../../lib/conversions/formats/html/reader.ts';
import { htmlWriter } from '../../../lib/conversions/formats/html/writer.ts';
import { markdownWriter } from '../../../lib/conversions/formats/markdown/writer.ts';
import { odtReader } from '../../../lib/conversions/formats/odt/reader.ts';
import { odtWriter } from '../../../lib/conversions/formats/odt/writer.ts';
import { rtfReader } from '../../../lib/conversions/formats/rtf/reader.ts';
import type { Format } from '../../../lib/conversions/formats.ts';
import { docxOf, paragraph, readWith, relationships, wordPart } from '../office-files.ts';
import { treeOf } from './sample-tree.ts';

type List = Extract<TreeBlock, { kind: 'list' }>;

const item = (text: string, label?: string) => ({
  ...(label === undefined ? {} : { label }),
  blocks: [{ kind: 'paragraph', content: [textRun(text)] } as const],
});

const list = (labels: readonly (string | undefined)[], start?: number): List => ({
  kind: 'list',
  ordered: true,
  ...(start === undefined ? {} : { start }),
  items: labels.map((label, index) => item(`text ${index}`, label)),
});

describe('the pattern of labels', () => {
  it.each([
    [[undefined, undefined], undefined, { format: 'decimal', prefix: '', suffix: '.' }],
    [['a)', 'b)'], undefined, { format: 'lowerLetter', prefix: '', suffix: ')' }],
    [['(iv)', '(v)'], 4, { format: 'lowerRoman', prefix: '(', suffix: ')' }],
    [['i.', 'j.'], 9, { format: 'lowerLetter', prefix: '', suffix: '.' }],
    [['2.1.', '2.2.'], undefined, { format: 'decimal', prefix: '2.', suffix: '.' }],
    [['1.1.1'], undefined, { format: 'decimal', prefix: '1.1.', suffix: '' }],
    [['II', 'III'], 2, { format: 'upperRoman', prefix: '', suffix: '' }],
    [['01', '02'], undefined, { format: 'decimalZero', prefix: '', suffix: '' }],
    [['a)', 'c)'], undefined, undefined],
    [['a)', undefined], undefined, undefined],
    [['first', 'second'], undefined, undefined],
  ])('of %j from %s is %j', (labels, start, pattern) => {
    expect(labelPattern(list(labels, start))).toEqual(pattern);
  });
});

async function write(engine: Engine, tree: DocumentTree, to: Format): Promise<Uint8Array> {
  const { content } = await engine.convert(tree, { operation: 'convert', from: 'document', to, options: {} });
  return fileContent(content);
}

const labelsOf = (blocks: readonly TreeBlock[]): unknown =>
  blocks.flatMap((block) =>
    block.kind === 'list'
      ? block.items.map(({ label, blocks: inside }, index) => [
          label ?? (block.ordered ? `${(block.start ?? 1) + index}.` : '-'),
          ...inside.flatMap((one) => (one.kind === 'list' ? [labelsOf([one])] : [])),
        ])
      : [],
  );

const nested = (): List => {
  const outer = list(['A.', 'B.']);
  const [first, ...rest] = outer.items;
  const inner: List = { ...list(['A.1)', 'A.2)']) };
  return { ...outer, items: [{ ...first, blocks: [...(first?.blocks ?? []), inner] }, ...rest] };
};

describe('labels', () => {
  const legal = treeOf([
    list(['a)', 'b)']),
    { kind: 'rule' },
    nested(),
    { kind: 'rule' },
    list([undefined], 3),
  ]);

  it.each([
    ['docx', docxWriter, docxReader],
    ['odt', odtWriter, odtReader],
  ] as const)('survive %s', async (format, writer, reader) => {
    const { tree } = await readWith(reader, await write(writer, legal, format));

    expect(labelsOf(tree.blocks)).toEqual(labelsOf(legal.blocks));
  });

  it('are in plain text', () => {
    expect(plainTextOf(legal).text).toBe(
      'a) text 0\nb) text 1\nA. text 0\n   A.1) text 0\n   A.2) text 1\nB. text 1\n3. text 0',
    );
  });

  it('are in markdown as numbers where it has them, else as text', async () => {
    const tree = treeOf([list(['1)', '2)']), list(['(a)', '(b)']), list(['7', '8'], 7)]);

    expect(Buffer.from(await write(markdownWriter, tree, 'markdown')).toString()).toBe(
      '1) text 0\n2) text 1\n\n- (a) text 0\n- (b) text 1\n\n7. text 0\n8. text 1\n',
    );
  });

  it('are in html as types where it has them, else as text', async () => {
    const tree = treeOf([list(['c.', 'd.'], 3), list(['(a)', '(b)'])]);
    const page = Buffer.from(await write(htmlWriter, tree, 'html'));

    expect(page.toString()).toContain('<ol type="a" start="3">\n<li>text 0</li>');
    expect(page.toString()).toContain('<ul class="labelled">\n<li>(a) text 0</li>');
    const { tree: read } = await readWith(htmlReader, page);
    expect(labelsOf(read.blocks)).toEqual([['c.'], ['d.'], ['-'], ['-']]);
  });
});

const level = (index: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const numbered = (text: string, depth: number): string =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="1"/></w:numPr>`);

describe('the labels of Word', () => {
  it('are read as shown, with legal numbers and a missing start as 0', async () => {
    const definition = `<w:abstractNum w:abstractNumId="0">${level(0, 'upperRoman', 'Art. %1')}${level(1, 'lowerLetter', '%1.%2)', '<w:isLgl/>')}<w:lvl w:ilvl="2"><w:numFmt w:val="ordinal"/><w:lvlText w:val="%3"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
    const bytes = docxOf(['one', 'two'].map((text) => numbered(text, 1) + numbered(text, 2)).join(''), {
      'word/_rels/document.xml.rels': relationships({ n: ['numbering', 'numbering.xml'] }),
      'word/numbering.xml': wordPart('numbering', definition),
    });

    const { tree } = await readWith(docxReader, bytes);

    expect(plainTextOf(tree).text).toBe('1.1) one\n     0th one\n1.2) two\n     0th two');
  });

  it('are read from rtf, with overrides', async () => {
    const levels =
      "{\\listlevel\\levelnfc4\\levelstartat1{\\leveltext\\leveltemplateid1\\'02\\'00);}{\\levelnumbers\\'01;}}{\\listlevel\\levelnfc0\\levelstartat3{\\leveltext\\'04\\'00.\\'01.;}}";
    const tables = `{\\*\\listtable{\\list${levels}\\listid9}}{\\*\\listoverridetable{\\listoverride\\listid9\\ls1}{\\listoverride\\listid9\\listoverridecount1{\\lfolevel\\listoverridestartat\\levelstartat5}\\ls2}}`;
    const rtf = `{\\rtf1 ${tables}\\pard\\ls1 one\\par\\ls1\\ilvl1 in\\par\\ls1\\ilvl1 in\\par\\ls1\\ilvl0 two\\par\\pard\\ls2 five\\par\\pard\\s1\\outlinelevel0\\ls1 Title\\par}`;
    const { tree } = await readWith(rtfReader, Buffer.from(rtf));

    expect(plainTextOf(tree).text).toBe('a) one\n   a.3. in\n   a.4. in\nb) two\ne) five\n\nf) Title');
  });
});
