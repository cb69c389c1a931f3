import { describe, expect, it } from 'vitest';
import { convert, extract } from '../../../lib/conversions/index.ts';
import { makeZip } from '../../../lib/conversions/shared/zip/make-zip.ts';
import { pdfOfObjects } from '../raw-pdf.ts';

const stream = (content: string, entries = ''): string =>
  `<<${entries}/Length ${content.length}>>stream\n${content}\nendstream`;

type Attached = readonly [name: string, content: string | Uint8Array, type?: string];

/** A PDF with a cover sheet and attached files. */
function portfolioOf(files: readonly Attached[], cover = '(Open with Acrobat.)Tj', names?: string): Buffer {
  const at = (index: number): number => 6 + 2 * index;
  const tree = names ?? files.map(([name], index) => `(${name})${at(index)} 0 R`).join('');
  return pdfOfObjects([
    `<</Type/Catalog/Pages 2 0 R/Collection<</View/T>>/Names<</EmbeddedFiles<</Names[${tree}]>>>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    stream(`BT /F1 12 Tf 20 100 Td ${cover} ET`),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...files.flatMap(([name, content, type], index) => [
      `<</Type/Filespec/F(${name})/UF(${name})/EF<</F ${at(index) + 1} 0 R>>>>`,
      stream(
        Buffer.from(content).toString('latin1'),
        `/Type/EmbeddedFile${type === undefined ? '' : `/Subtype/${type.replace('/', '#2F')}`}`,
      ),
    ]),
  ]);
}

const csv = 'day,metres\nMon,3.20\nTue,1.05\n';
const inner = portfolioOf([['deep.txt', 'Deep text.']], '(An inner report.)Tj');
const files: readonly Attached[] = [
  ['days.csv', csv, 'text/csv'],
  ['report.pdf', inner, 'application/pdf'],
  ['files.zip', makeZip([{ name: 'a.txt', bytes: Buffer.from('In the archive.') }])],
  ['x.bin', Buffer.from([1, 2, 3, 0xff, 0xfe, 0, 0, 7])],
];
const portfolio = portfolioOf(files);

async function written(bytes: Uint8Array, to: 'markdown' | 'text', options = {}) {
  const result = await convert(bytes, { from: 'pdf', to, options });
  return { text: Buffer.from(result.bytes).toString(), warnings: result.report.warnings };
}
const attachments = 'read';

describe('the files attached to a PDF', () => {
  it('are listed in every text, with a warning that they are not read', async () => {
    const names = ['days.csv (text/csv)', 'report.pdf (application/pdf)'];
    for (const to of ['markdown', 'text'] as const) {
      const { text, warnings } = await written(portfolio, to);

      expect(text).toMatch(/^Open with Acrobat\.\n\n(?:## )?Attachments\n/);
      for (const name of names) expect(text).toContain(`- ${name}`);
      expect(warnings).toEqual([expect.stringContaining('4 attached files')]);
    }
  });

  it('are those pinned to its pages, too', async () => {
    // Typed text becomes part of the page, which loses its annotations.
    const pinned = pdfOfObjects([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Resources<<>>/Annots[4 0 R 5 0 R]>>',
      '<</Type/Annot/Subtype/FreeText/Contents(See the pin.)/Rect[20 20 200 40]/AP<</N 8 0 R>>>>',
      '<</Type/Annot/Subtype/FileAttachment/FS 6 0 R/Rect[50 40 90 60]>>',
      '<</Type/Filespec/F(a.csv)/UF<FEFF004D00E4007200E40073002E006300730076>/EF<</F 7 0 R>>>>',
      stream(csv, '/Type/EmbeddedFile/Subtype/text#2Fcsv'),
      stream('', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'),
    ]);

    for (const to of ['markdown', 'text'] as const)
      expect((await written(pinned, to)).text).toContain('- Märäs.csv (text/csv)');
    expect(await written(pinned, 'markdown', { attachments })).toEqual({
      text: 'See the pin.\n\n## Märäs.csv\n\n| day | metres |\n| --- | --- |\n| Mon | 3.20 |\n| Tue | 1.05 |\n',
      warnings: [],
    });
    expect(
      JSON.parse(Buffer.from((await extract(pinned, { format: 'document' })).bytes).toString()).attachments,
    ).toEqual([{ name: 'Märäs.csv', mime_type: 'text/csv', bytes: csv.length }]);
  });

  it('are read below their names, in the files too, and those that cannot be are listed', async () => {
    const { text, warnings } = await written(portfolio, 'markdown', { attachments });

    expect(text).toBe(
      [
        'Open with Acrobat.',
        '## Attachments',
        '- x.bin (application/octet-stream)',
        '## days.csv',
        '| day | metres |\n| --- | --- |\n| Mon | 3.20 |\n| Tue | 1.05 |',
        '## report.pdf',
        'An inner report.',
        '#### Attachments',
        '- deep.txt (application/octet-stream)',
        '## files.zip',
        '### a.txt',
        'In the archive.',
        '',
      ]
        .join('\n\n')
        .replace(/\n\n$/, '\n'),
    );
    expect(warnings).toEqual([
      expect.stringMatching(/^x\.bin: The file is /),
      expect.stringMatching(/^report\.pdf: .*1 attached file/),
    ]);
  });

  it('are read as plain text, and as sections of the document', async () => {
    const { text } = await written(portfolio, 'text', { attachments });
    const { bytes } = await extract(portfolio, { from: 'pdf', format: 'document', options: { attachments } });
    const document = JSON.parse(Buffer.from(bytes).toString());

    expect(text).toContain('In the archive.');
    expect(document.sections.map(({ title }: { title: string }) => title)).toEqual([
      'days.csv',
      'report.pdf',
      'files.zip',
    ]);
    expect(document.attachments.map(({ name }: { name: string }) => name)).toEqual([
      'days.csv',
      'report.pdf',
      'files.zip',
      'x.bin',
      'report.pdf/deep.txt',
    ]);
  });

  it.each([{}, { attachments }])('are there if the cover sheet is blank: %o', async (options) => {
    for (const to of ['markdown', 'text'] as const) {
      const { text } = await written(portfolioOf([['days.csv', csv]], ''), to, options);

      expect(text).toContain('days.csv');
      expect(text.includes('3.20')).toBe('attachments' in options);
    }
  });

  it('are opened with the password of the document', async () => {
    const locked = await convert(portfolio, { from: 'pdf', to: 'pdf', options: { user_password: 'x' } });
    const { text } = await written(locked.bytes, 'markdown', { attachments, password: 'x' });

    expect(text).toContain('| Mon | 3.20 |');
  });

  it('end at the limit of their number, and in loops', async () => {
    const many = portfolioOf([['days.csv', csv]], undefined, '(days.csv)6 0 R'.repeat(201));
    const own = portfolioOf([['days.csv', csv]], undefined, '(a)6 0 R(b)1 0 R(c)(d)(e)99 0 R');

    const { text, warnings } = await written(many, 'markdown', { attachments });
    expect(text.split('3.20')).toHaveLength(201);
    expect(warnings).toEqual([expect.stringContaining('the limit is 200 files')]);
    expect((await written(own, 'markdown', { attachments })).text).toContain('3.20');
  });

  it('are not unpacked to be listed, and a document of too many is refused', async () => {
    const large = Buffer.alloc(11 * 1024 * 1024, 'a');
    const bomb = portfolioOf([['a.txt', large]], undefined, '(a.txt)6 0 R'.repeat(50));

    expect((await written(bomb, 'markdown')).text.split('a.txt (application')).toHaveLength(51);
    await expect(extract(bomb, { from: 'pdf', format: 'document' })).rejects.toMatchObject({
      code: 'too_complex',
      message: expect.stringContaining('512 MB'),
    });
  });
});
