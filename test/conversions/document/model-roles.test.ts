import { describe, expect, it } from 'vitest';
import type { DocumentModel } from '../../../lib/conversions/document/document-model.ts';
import { fileContent } from '../../../lib/conversions/engine/content.ts';
import { htmlReader } from '../../../lib/conversions/formats/html/reader.ts';
import { htmlWriter } from '../../../lib/conversions/formats/html/writer.ts';
import { convert, read } from '../../../lib/conversions/index.ts';
import { docxOf, odfOf, odfPart, paragraph, readWith, relationships, wordPart } from '../office-files.ts';
import { makePdf } from '../sample-files.ts';

const html = async (body: string): Promise<DocumentModel['blocks']> =>
  (await read(Buffer.from(`<html lang="en"><body>${body}</body></html>`), { from: 'html' })).blocks;

const rewritten = async (page: string): Promise<string> => {
  const { tree } = await readWith(htmlReader, Buffer.from(page));
  const request = { from: 'document', operation: 'convert', to: 'html', options: {} } as const;
  return Buffer.from(fileContent((await htmlWriter.convert(tree, request)).content)).toString();
};

const back = async (bytes: Uint8Array, from: 'docx' | 'odt'): Promise<string> =>
  Buffer.from((await convert(bytes, { from, to: 'html' })).bytes).toString();

const definitions =
  '<dl><dt>Cell</dt><dt>Field</dt><dd>What holds a value.</dd><dt>Row</dt><dd>Cells side by side.</dd></dl>';
const headed =
  '<table><tr><th></th><th>2024</th></tr><tr><th rowspan="2">Fruit</th><th>Apples</th><td>1</td></tr><tr><th>Pears</th><td>2</td></tr></table>';

describe('the document model of an HTML page', () => {
  it('tells which blocks of an item are terms', async () => {
    const [list] = await html(definitions);

    expect(list).toMatchObject({ kind: 'list', items: [{ terms: 2 }, { terms: 1 }] });
    expect(await rewritten(definitions)).toContain(
      '<dt><strong>Field</strong></dt>\n<dd>What holds a value.</dd>\n<dt><strong>Row</strong></dt>',
    );
  });

  it('has no terms in a list of definitions without any', async () => {
    const [list] = await html('<dl><dd>Alone</dd></dl>');

    expect(list).toEqual({
      kind: 'list',
      ordered: false,
      items: [{ blocks: [{ kind: 'paragraph', content: [{ kind: 'text', text: 'Alone' }] }] }],
    });
  });

  it('tells which columns are headers of their rows, also below a merged one', async () => {
    const [table] = await html(headed.replace('<th></th><th>2024', '<th></th><th></th><th>2024'));

    expect(table).toMatchObject({ kind: 'table', header_rows: 1, header_columns: 2 });
    expect(await rewritten(headed)).toContain(
      '<tr><th scope="row" rowspan="2">Fruit</th><th scope="row">Apples</th><td>1</td></tr>\n<tr><th scope="row">Pears</th>',
    );
  });

  it('has no header column if only some rows have one', async () => {
    const [table] = await html(
      '<table><tr><th>a</th><td>1</td></tr><tr><td>b</td><td>2</td></tr><tr><th>c</th><td>3</td></tr></table>',
    );

    expect(table).not.toHaveProperty('header_columns');
  });

  it('tells the caption of a figure, and the language of a block in another language', async () => {
    const blocks = await html(
      '<figure><p>x</p><figcaption>Figure 1</figcaption></figure><div lang="fr"><p>Bonjour</p><p lang="de">Hallo</p></div><p>Hello</p>',
    );

    expect(blocks).toMatchObject([
      {},
      { kind: 'paragraph', role: 'caption' },
      { lang: 'fr' },
      { lang: 'de' },
      {},
    ]);
    expect(blocks[4]).not.toHaveProperty('lang');
    expect(blocks[0]).not.toHaveProperty('role');
  });

  it('has no language that is not a BCP 47 tag', async () => {
    const [block] = await html('<p lang="&quot;&gt;x">a</p>');

    expect(block).not.toHaveProperty('lang');
  });
});

const styles = wordPart(
  'styles',
  ['Normal', 'caption', 'Legal Notice', 'List Paragraph']
    .map(
      (name, at) =>
        `<w:style w:type="paragraph" w:styleId="S${at}"${at === 0 ? ' w:default="1"' : ''}><w:name w:val="${name}"/></w:style>`,
    )
    .join(''),
);

describe('the document model of a text document', () => {
  it('tells captions, and the names of styles that say something', async () => {
    const styled = (text: string, at: number): string => paragraph(text, `<w:pStyle w:val="S${at}"/>`);
    const file = docxOf(styled('a', 0) + styled('b', 1) + styled('c', 2) + styled('d', 3), {
      'word/_rels/document.xml.rels': relationships({ s: ['styles', 'styles.xml'] }),
      'word/styles.xml': styles,
    });
    const { blocks } = await read(file, { from: 'docx' });

    const told = blocks.map((block) =>
      block.kind === 'paragraph' ? { role: block.role, style: block.style } : undefined,
    );
    expect(told).toEqual([
      { role: undefined, style: undefined },
      { role: 'caption', style: undefined },
      { role: undefined, style: 'Legal Notice' },
      { role: undefined, style: undefined },
    ]);
    const written = await convert(file, { from: 'docx', to: 'odt' });
    expect(await back(written.bytes, 'odt')).toContain('<p class="caption">');
  });

  it('tells the same of odt, also of automatic styles, and its header columns', async () => {
    const file = odfOf(
      'text',
      '<text:p text:style-name="P1">a</text:p><text:p text:style-name="P2">b</text:p><table:table><table:table-header-columns><table:table-column/></table:table-header-columns><table:table-column/><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row></table:table>',
      '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Legal_20_Notice"/><style:style style:name="P2" style:family="paragraph" style:parent-style-name="Caption"/>',
      {
        'styles.xml': odfPart(
          'office:document-styles',
          '<office:styles><style:style style:name="Legal_20_Notice" style:display-name="Legal Notice" style:family="paragraph"/><style:style style:name="Caption" style:family="paragraph"/></office:styles>',
        ),
      },
    );
    const { blocks } = await read(file, { from: 'odt' });

    expect(blocks).toMatchObject([{ style: 'Legal Notice' }, { role: 'caption' }, { header_columns: 1 }]);
    const written = await convert(file, { from: 'odt', to: 'docx' });
    expect(await back(written.bytes, 'docx')).toContain('<p class="caption">');
  });
});

describe('the document model of a PDF', () => {
  const prose = 'The apples were early this year and the orchards of the valley were full of pickers. ';
  const pages = makePdf((document) => {
    document.fontSize(11).text(prose.repeat(6)).moveDown(2);
    document.text('Figure 2: Pickers in the valley.').moveDown(2);
    document.text(`Figure 2 shows what has been said of the orchards. ${prose.repeat(3)}`);
  });

  it('tells captions, which start with a number and a separator', async () => {
    const { blocks } = await read(await pages, { from: 'pdf' });

    expect(blocks.map((block) => (block.kind === 'paragraph' ? block.role : block.kind))).toEqual([
      undefined,
      'caption',
      undefined,
    ]);
  });

  it('has lines, if asked for', async () => {
    const { blocks } = await read(await pages, { from: 'pdf', options: { lines: true } });
    const [first] = blocks;
    const lines = first?.lines ?? [];

    expect(lines.length).toBeGreaterThan(4);
    expect(lines[0]?.text).toMatch(/^The apples were early this year/);
    expect(lines.map(({ place }) => place.box[0])).toEqual(lines.map(() => 72));
    const tops = lines.map(({ place }) => place.box[1]);
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    expect((await read(await pages, { from: 'pdf' })).blocks[0]).not.toHaveProperty('lines');
  });
});
