import { describe, expect, it } from 'vitest';
import { extract } from '../../../../lib/conversions/index.ts';
import { itLong } from '../../../support/long-run.ts';
import { convertInProcess } from '../../engine-runner.ts';
import { docxOf, paragraph, relationships, wordPart, zipOf } from '../../office-files.ts';
import { readPdf } from '../../read-pdf.ts';
import { docOf } from '../doc/doc-of.ts';

const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const text = (content: string): string => `<w:r><w:t xml:space="preserve">${content}</w:t></w:r>`;
const field = (instruction: string, result?: string): string =>
  `${mark('begin')}<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>${result === undefined ? '' : `${mark('separate')}${result}`}${mark('end')}`;
const heading = (level: number, title: string): string => paragraph(title, `<w:pStyle w:val="H${level}"/>`);
const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

const styles = wordPart(
  'styles',
  [1, 2]
    .map(
      (level) =>
        `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`,
    )
    .join(''),
);
const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const wholeDocx = (body: string, prefix = 'w'): Uint8Array => {
  const document = wordPart('document', `<w:body>${body}<w:sectPr/></w:body>`);
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${type}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    '_rels/.rels': relationships({ d: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': document
      .replaceAll(/(<\/?|[ :])w:/g, `$1${prefix}:`)
      .replaceAll('xmlns:w=', `xmlns:${prefix}=`),
    'word/styles.xml': styles,
    'word/_rels/document.xml.rels': relationships({ s: ['styles', 'styles.xml'] }),
  });
};

const withContents = [
  paragraph('Contents'),
  `<w:p>${field('TOC \\o "1-2" \\h', text('Right-click to update field.'))}</w:p>`,
  pageBreak,
  heading(1, 'Alpha'),
  heading(2, 'Beta'),
  pageBreak,
  heading(1, 'Gamma'),
].join('');
const withFormulas = `<w:p>${text('Take ')}${field('EQ \\f(x+1,4)', '')}${text(' and ')}${field('EQ \\r(3,27)')}${text(' and item ')}<w:fldSimple w:instr=" EQ \\o\\ac(○,5) "/>${text(' now.')}</w:p>`;

const readText = async (file: Uint8Array, from: 'docx' | 'rtf') => {
  const { bytes, report } = await extract(file, { from, format: 'markdown' });
  return { markdown: Buffer.from(bytes).toString(), warnings: report.warnings };
};

describe('fields without a result', () => {
  itLong('are formulas if they are EQ fields', async () => {
    const expected = 'Take $\\frac{x+1}{4}$ and $\\sqrt[3]{27}$ and item 5 now.\n';
    const rtf = `{\\rtf1\\ansi Take {\\field{\\*\\fldinst EQ \\\\f(x+1,4)}{\\fldrslt}} and {\\field{\\*\\fldinst EQ \\\\r(3,27)}} and item {\\field{\\*\\fldinst EQ \\\\b(5)}{\\fldrslt 5}} now.\\par}`;

    expect(await readText(docxOf(withFormulas), 'docx')).toEqual({ markdown: expected, warnings: [] });
    expect((await readText(Buffer.from(rtf), 'rtf')).markdown).toBe(expected);
  });

  itLong('leave out the placeholder of a table of contents, with a warning', async () => {
    const { markdown, warnings } = await readText(docxOf(withContents), 'docx');

    expect(markdown).not.toContain('Right-click');
    expect(warnings).toEqual([
      'Fields without a stored result were left out: TOC. Update the fields in Word and save the document.',
    ]);
  });

  itLong('keep a table of contents that was filled', async () => {
    const entry = `${text('Alpha')}<w:r><w:tab/></w:r>${field('PAGEREF _a \\h', text('2'))}`;
    const plain = docxOf(`<w:p>${field('TOC \\n', text('Part 1'))}</w:p>`);

    expect((await readText(docxOf(`<w:p>${field('TOC \\h', entry)}</w:p>`), 'docx')).markdown).toContain(
      'Alpha',
    );
    expect((await readText(plain, 'docx')).markdown).toContain('Part 1');
  });

  it('count sequences, repeat quotes, and are named in a warning if they cannot be computed', async () => {
    const body = [
      `<w:p>${text('Figure ')}${field('SEQ Figure \\* ARABIC', text('1'))}</w:p>`,
      `<w:p>${text('Figure ')}${field('SEQ Figure \\* ARABIC')}</w:p>`,
      `<w:p>${text('Figure ')}<w:fldSimple w:instr=" SEQ Figure "/></w:p>`,
      `<w:p>${text('See ')}${field('REF place \\h')}${field('QUOTE "as said"')}${field('MERGEFIELD Name', '')}${field('XE "index"')}</w:p>`,
    ].join('');
    const { markdown, warnings } = await readText(docxOf(body), 'docx');

    expect(markdown).toBe('Figure 1\n\nFigure 2\n\nFigure 3\n\nSee as said\n');
    expect(warnings).toEqual([
      'Fields without a stored result were left out: REF. Update the fields in Word and save the document.',
    ]);
  });
});

it('reads the text of WordArt', async () => {
  const art =
    '<w:p><w:r><w:pict><v:shape><v:textpath string="Grand opening"/></v:shape></w:pict></w:r></w:p>';

  expect((await readText(docxOf(`${paragraph('Shop')}${art}`), 'docx')).markdown).toContain('Grand opening');
});

describe('on pages', () => {
  const printed = async (file: Uint8Array): Promise<string> => {
    const { bytes, report } = await convertInProcess(file, 'docx', 'pdf');
    expect(report.engine).toBe('libreoffice-wasm-office-to-pdf');
    return (await readPdf(bytes)).text.replaceAll(/\s+/g, ' ');
  };

  itLong.each(['w', 'word'])(
    'fills a table of contents with the pages of headings (prefix %s)',
    async (prefix) => {
      const shown = await printed(wholeDocx(withContents, prefix));

      expect(shown).toMatch(/Contents Alpha[ .]+2 Beta[ .]+2 Gamma[ .]+3/);
      expect(shown).not.toContain('Right-click');
    },
  );

  it('keeps the stored text of references to places that are gone, and counts captions', async () => {
    const body = `<w:p>${text('See ')}${field('REF gone \\h', text('Section 4'))}${text('. ')}${field('SEQ Figure', text('1'))}${text(' and ')}<w:fldSimple w:instr="SEQ Figure"/>${text(' and ')}${field('SEQ Figure', '')}${text('.')}</w:p>`;

    expect(await printed(wholeDocx(body))).toContain('See Section 4. 1 and 2 and 3.');
  });

  itLong.each([
    ['rtf', Buffer.from('{\\rtf1\\ansi Take {\\field{\\*\\fldinst EQ \\\\f(x+1,4)}{\\fldrslt}} now.\\par}')],
    [
      'doc',
      docOf(
        {
          body: 'Take \x13EQ \\f(x+1,4)\x14\x15 now.\r',
          footnotes: '',
          headers: '',
          comments: '',
          endnotes: '',
        },
        ['Take \x13EQ \\f(x+1,4)\x14\x15 now.\r'],
        {},
      ),
    ],
  ] as const)('prints the EQ fields of %s without LibreOffice, which leaves them out', async (from, file) => {
    const { bytes, report } = await convertInProcess(file, from, 'pdf');

    expect(report.engine).not.toContain('libreoffice');
    expect((await readPdf(bytes)).text).toMatch(/Take[\s\S]*4[\s\S]*now/);
  });

  itLong('shows EQ fields as formulas', async () => {
    const shown = await printed(wholeDocx(withFormulas));

    expect(shown).toContain('item 5 now.');
    for (const part of ['+', '4', '27']) expect(shown).toContain(part);
  });
});
