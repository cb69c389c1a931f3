import { describe, expect, it } from 'vitest';
import type { Format } from '../../../../lib/conversions/formats.ts';
import { isLong, itLong } from '../../../support/long-run.ts';
import { convertInProcess } from '../../engine-runner.ts';
import { docxOf, odfPart, relationships, wordPart, zipOf } from '../../office-files.ts';
import { readPdf } from '../../read-pdf.ts';

const by = 'w:id="1" w:author="Ada" w:date="2026-11-23T10:00:00Z"';
const run = (text: string, properties = ''): string =>
  `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const ins = (text: string): string => `<w:ins ${by}>${run(text)}</w:ins>`;
const del = (text: string): string =>
  `<w:del ${by}><w:r><w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`;
const cell = (inside: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr><w:p>${inside}</w:p></w:tc>`;
const row = (change: string, ...cells: string[]): string =>
  `<w:tr><w:trPr>${change}</w:trPr>${cells.join('')}</w:tr>`;
const both = (name: string): string => `<w:p>${del(`old-${name}`)}${ins(`new-${name}`)}</w:p>`;

const docx = docxOf(
  [
    `<w:p>${run('noted')}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
    `<w:p>${run('The term is ')}${del('old-term')}${ins('new-term')}${run(' months.')}</w:p>`,
    `<w:p><w:pPr><w:rPr><w:del ${by}/></w:rPr></w:pPr>${run('joined-')}</w:p><w:p>${run('line')}</w:p>`,
    `<w:p><w:pPr><w:rPr><w:ins ${by}/></w:rPr></w:pPr>${run('split-')}</w:p><w:p>${run('line')}</w:p>`,
    `<w:p><w:moveFrom ${by}>${run('moved')}</w:moveFrom>${run(' here')}</w:p><w:p><w:moveTo ${by}>${run('moved')}</w:moveTo>${run(' there')}</w:p>`,
    `<w:p>${run('shouted', `<w:rPr><w:caps/><w:rPrChange ${by}><w:rPr/></w:rPrChange></w:rPr>`)}</w:p>`,
    '<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="2500"/><w:gridCol w:w="2500"/></w:tblGrid>',
    row('', cell(run('Item')), cell(run('Fee'))),
    row(`<w:del ${by}/>`, cell(del('old-row')), cell('')),
    row(`<w:ins ${by}/>`, cell(ins('new-row')), cell('')),
    '</w:tbl>',
    `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:extent cx="2000000" cy="500000"/><wp:docPr id="7" name="box"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="500000"/></a:xfrm><a:prstGeom prst="rect"/></wps:spPr><wps:txbx><w:txbxContent>${both('box')}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice></mc:AlternateContent></w:r></w:p>`,
    '<w:sectPr><w:headerReference w:type="default" r:id="h"/><w:footerReference w:type="default" r:id="f"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>',
  ].join(''),
  {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/header1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml"/><Override PartName="/word/footer1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/><Override PartName="/word/footnotes.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"/></Types>',
    '_rels/.rels': relationships({ d: ['officeDocument', 'word/document.xml'] }),
    'word/header1.xml': wordPart('hdr', both('header')),
    'word/footer1.xml': wordPart('ftr', both('footer')),
    'word/footnotes.xml': wordPart(
      'footnotes',
      `<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r>${del('old-note')}${ins('new-note')}</w:p></w:footnote>`,
    ),
    'word/_rels/document.xml.rels': relationships({
      h: ['header', 'header1.xml'],
      f: ['footer', 'footer1.xml'],
      n: ['footnotes', 'footnotes.xml'],
    }),
  },
);

const region = (id: string, kind: string, inside = ''): string =>
  `<text:changed-region text:id="${id}"><text:${kind}><office:change-info><dc:creator>Ada</dc:creator><dc:date>2026-11-23T10:00:00</dc:date></office:change-info>${inside}</text:${kind}></text:changed-region>`;
const inserted = (id: string, text: string): string =>
  `<text:change-start text:change-id="${id}"/>${text}<text:change-end text:change-id="${id}"/>`;
const odtCell = (inside: string): string => `<table:table-cell><text:p>${inside}</text:p></table:table-cell>`;
const odtText = odfPart(
  'office:document-content',
  `<office:body><office:text><text:tracked-changes>${region('c1', 'deletion', '<text:p>old-term</text:p>')}${region('c2', 'insertion')}${region('c3', 'deletion', '<text:p>old-row</text:p>')}${region('c4', 'insertion')}</text:tracked-changes><text:p>The term is <text:change text:change-id="c1"/>${inserted('c2', 'new-term')} months.</text:p><table:table><table:table-column/><table:table-column/><table:table-row>${odtCell('Item')}${odtCell('Fee')}</table:table-row><table:table-row>${odtCell('<text:change text:change-id="c3"/>')}${odtCell('')}</table:table-row><table:table-row>${odtCell(inserted('c4', 'new-row'))}${odtCell('')}</table:table-row></table:table></office:text></office:body>`,
);
const odt = zipOf({
  mimetype: 'application/vnd.oasis.opendocument.text',
  'content.xml': odtText,
  'META-INF/manifest.xml':
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
});

const rtfRow = (first: string, second: string): string =>
  `\\trowd\\cellx2500\\cellx5000\\pard\\intbl ${first}\\cell ${second}\\cell\\row`;
const rtf = Buffer.from(
  `{\\rtf1\\ansi{\\*\\revtbl{Unknown;}{Ada;}}\\pard The term is {\\deleted\\revauthdel1 old-term}{\\revised\\revauth1 new-term} months.\\par {\\deleted\\revauthdel1 old-line\\par}${rtfRow('Item', 'Fee')}${rtfRow('{\\deleted\\revauthdel1 old-row}', '')}${rtfRow('{\\revised\\revauth1 new-row}', '')}\\pard End.\\par}`,
);

const documents: Readonly<Record<string, Uint8Array>> = { docx, odt, rtf };

async function printed(format: Format, options: object): Promise<string> {
  const { bytes, report } = await convertInProcess(documents[format] ?? docx, format, 'pdf', { ...options });
  expect(report.engine).toBe('libreoffice-wasm-office-to-pdf');
  return (await readPdf(bytes)).text.replaceAll(/\s+/g, ' ');
}

describe.each(isLong ? (['docx', 'odt', 'rtf'] as const) : (['docx'] as const))(
  '%s under review on pages',
  (format) => {
    it.each([
      [{}, 'new', 'old'],
      [{ tracked_changes: 'final' }, 'new', 'old'],
      [{ tracked_changes: 'original' }, 'old', 'new'],
    ])('shows one version with %j', async (options, shown, absent) => {
      const text = await printed(format, options);

      expect(text).toContain(`The term is ${shown}-term months.`);
      expect(text).toContain(`${shown}-row`);
      expect(text).not.toContain(`${absent}-`);
    });

    itLong('shows both versions if asked', async () => {
      const text = await printed(format, { tracked_changes: 'marked' });

      for (const part of ['old-term', 'new-term', 'old-row', 'new-row']) expect(text).toContain(part);
    });
  },
);

describe('a docx under review', () => {
  it('has its final text in headers, footers, notes and boxes, and joins and moves text', async () => {
    const text = await printed('docx', {});

    for (const place of ['header', 'footer', 'note', 'box']) expect(text).toContain(`new-${place}`);
    for (const part of ['joined-line', 'split- line', 'moved there', 'SHOUTED']) expect(text).toContain(part);
    expect(text).not.toContain('moved here');
  });

  itLong('has its original text in headers, footers, notes and boxes, and joins and moves text', async () => {
    const text = await printed('docx', { tracked_changes: 'original' });

    for (const place of ['header', 'footer', 'note', 'box']) expect(text).toContain(`old-${place}`);
    for (const part of ['joined- line', 'split-line', 'moved here', 'shouted']) expect(text).toContain(part);
    expect(text).not.toContain('moved there');
  });
});

itLong.each([
  ['docx', 'odt'],
  ['rtf', 'docx'],
  ['odt', 'rtf'],
] as const)('converts %s under review to %s in its final version, with a warning', async (from, to) => {
  const { bytes, report } = await convertInProcess(documents[from] ?? docx, from, to);
  const marked = await convertInProcess(documents[from] ?? docx, from, to, { tracked_changes: 'marked' });
  const textOf = async (result: Uint8Array): Promise<string> =>
    (await convertInProcess(result, to, 'text', { tracked_changes: 'original' })).bytes.toString();

  expect(await textOf(bytes)).toContain('new-term');
  expect(await textOf(bytes)).not.toContain('old-term');
  expect(report.warnings).toContain(
    'The final text was written without tracked changes. Pass "tracked_changes": "marked" to keep them.',
  );
  expect(await textOf(marked.bytes)).toContain('old-term');
  expect(marked.report.warnings).toEqual([]);
});

it('refuses the option for documents that have no tracked changes', async () => {
  await expect(
    convertInProcess(Buffer.from('x'), 'xlsx', 'pdf', { tracked_changes: 'final' }),
  ).rejects.toThrow('tracked_changes');
});
