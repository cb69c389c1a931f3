import { describe, expect, it } from 'vitest';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { pdfOfObjects } from '../../raw-pdf.ts';

const stream = (content: string): string =>
  `<</Length ${Buffer.byteLength(content)}>>stream\n${content}\nendstream`;
const PLACEHOLDER = 'BT /F1 12 Tf 20 100 Td (Please wait...) Tj ET';

/** A PDF whose only page asks for a program that shows its form in XML. */
function xfaOf(packets: Readonly<Record<string, string>>, widget?: string): Buffer {
  const names = Object.keys(packets);
  const references = names.map((name, at) => `(${name})${at + 6} 0 R`).join('');
  const form = names[0] === '' ? '6 0 R' : `[${references}]`;
  const fields = widget === undefined ? '' : `${names.length + 6} 0 R`;
  return pdfOfObjects([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]/XFA ${form}>>/NeedsRendering true>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[${fields}]>>`,
    stream(PLACEHOLDER),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...Object.values(packets).map((packet) => stream(Buffer.from(packet).toString('latin1'))),
    ...(widget === undefined ? [] : [widget]),
  ]);
}

const text = (value: string): string => `<value><text>${value}</text></value>`;
const field = (name: string, label: string, more = '', ui = 'textEdit'): string =>
  `<field name="${name}"><ui><${ui}/></ui><caption>${text(label)}</caption>${more}</field>`;
const template = (fields: string): string =>
  `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="claim">${fields}</subform></template>`;
const datasets = (data: string): string =>
  `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><claim>${data}</claim></xfa:data></xfa:datasets>`;

const textOf = async (file: Uint8Array): Promise<{ lines: string[]; warnings: readonly string[] }> => {
  const { bytes, report } = await convert(file, { from: 'pdf', to: 'text' });
  const lines = Buffer.from(bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  return { lines, warnings: report.warnings ?? [] };
};
const isListed = expect.stringContaining('fields and values follow the pages');
const isLeftOut = expect.stringContaining('1 XFA form');

const expenses = xfaOf({
  preamble: '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">',
  template: template(
    `<draw name="title">${text('Travel expenses')}</draw>
    <draw><value><exData contentType="text/html"><body xmlns="http://www.w3.org/1999/xhtml"><p>Return it <b>signed</b>.</p><p>Thank you.</p></body></exData></value></draw>
    ${field('traveller', 'Traveller:')}
    <subform>${field('city', 'City', '<bind match="dataRef" ref="$.place.town"/>')}</subform>
    <subform name="row">${field('day', 'Day')}${field('amount', 'Amount', '', 'numericEdit')}</subform>
    ${field('receipts', 'Receipts enclosed', '<items><text>yes</text><text>no</text></items>', 'checkButton')}
    <exclGroup name="by"><caption>${text('Paid by')}</caption>
      <field name="a"><caption>${text('Card')}</caption><items><text>C</text></items></field>
      <field name="b"><caption>${text('Cash')}</caption><items><text>M</text></items></field></exclGroup>
    ${field('currency', 'Currency', text('EUR'))}
    ${field('note', 'Note')}
    ${field('pin', 'PIN', '', 'passwordEdit')}
    ${field('send', 'Send', '', 'button')}`,
  ),
  datasets: datasets(
    '<traveller>Ana Díaz</traveller><place><town>Porto</town></place><row><day>1 May</day><amount>80.50</amount></row><row><day>2 May</day><amount>12</amount></row><receipts>yes</receipts><by>M</by><pin>1234</pin><reference>R-7</reference>',
  ),
  postamble: '</xdp:xdp>',
});

describe('a form in XML', () => {
  it('is listed in the order of its template, with the data of each of its sections', async () => {
    const { lines, warnings } = await textOf(expenses);

    expect(lines).toEqual([
      'Please wait...',
      'Travel expenses',
      'Return it signed. Thank you.',
      'Traveller: Ana Díaz',
      'Day: 1 May',
      'Amount: 80.50',
      'Day: 2 May',
      'Amount: 12',
      '☑ Receipts enclosed',
      'Paid by: Cash',
      'Currency: EUR',
      'Note:',
      'PIN:',
      'City: Porto',
      'reference: R-7',
    ]);
    expect(warnings).toEqual([isListed]);
  });

  it('has its fields in the document and in the metadata, and its text in Markdown', async () => {
    const read = async (to: 'document' | 'metadata' | 'markdown'): Promise<string> =>
      Buffer.from((await extract(expenses, { from: 'pdf', format: to })).bytes).toString();
    const fields = [
      { name: 'claim.traveller', type: 'text', value: 'Ana Díaz' },
      { name: 'claim.row.day', type: 'text', value: '1 May' },
      { name: 'claim.receipts', type: 'checkbox', value: 'true' },
      { name: 'claim.pin', type: 'text', value: null },
    ];

    expect(JSON.parse(await read('document')).form_fields).toEqual(
      expect.arrayContaining(fields.map((each) => expect.objectContaining(each))),
    );
    expect(JSON.parse(await read('metadata')).pdf.form_fields).toEqual(
      expect.arrayContaining(fields.map((each) => ({ ...each, page: 1 }))),
    );
    expect(await read('markdown')).toContain('Traveller: Ana Díaz\n\nDay: 1 May');
  });

  it('in one stream, without a template, is listed by the names in its data', async () => {
    const form = `<?xml version="1.0"?><xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">${datasets('<holder><name>Kim</name><born/></holder>')}</xdp:xdp>`;

    expect(await textOf(xfaOf({ '': form }))).toEqual({
      lines: ['Please wait...', 'name: Kim'],
      warnings: [isListed],
    });
  });

  it('shows the choices of its lists and the texts of its sheets, and nothing hidden', async () => {
    const choices = `<items save="1" presence="hidden"><text>d</text><text>f</text></items><items><text>Day</text><text>Flat rate</text></items>`;
    const form = {
      template: template(
        `<pageSet><pageArea><draw>${text('Form 12')}</draw><field name="sheet"><ui><numericEdit/></ui></field></pageArea></pageSet>
        ${field('rate', 'Rate', choices, 'choiceList')}${field('rates', 'Rates', choices, 'choiceList')}
        <draw presence="hidden">${text('Fill in the date!')}</draw>
        <field name="old" presence="invisible"><caption>${text('Old')}</caption></field><field name="row"/><field name="set"/>`,
      ),
      datasets: datasets('<rate>d</rate><rates><value>d</value><value>f</value></rates><set>9</set>'),
    };
    const signature = '<</Type/Annot/Subtype/Widget/FT/Sig/T(sign)/Rect[0 0 0 0]>>';

    expect(await textOf(xfaOf(form, signature))).toEqual({
      lines: ['Please wait...', 'Form 12', 'Rate: Day', 'Rates: Day, Flat rate', 'set: 9'],
      warnings: [isListed, expect.stringContaining('1 signature')],
    });
  });

  it('is not listed if the page shows its fields', async () => {
    const widget = '<</Type/Annot/Subtype/Widget/FT/Tx/T(traveller)/V(Ana)/Rect[20 20 200 40]>>';
    const shown = xfaOf({ datasets: datasets('<traveller>Ana</traveller>') }, widget);
    const { lines, warnings } = await textOf(shown);

    expect(lines).toEqual(['Please wait...', 'Ana']);
    expect(warnings).toEqual([isLeftOut]);
  });

  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join(
    '',
  );
  it.each([
    ['expands entities', { '': `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]><a>&l9;</a>` }],
    ['is not well-formed', { datasets: '<a><b></a>' }],
    ['is nested too deeply', { datasets: datasets(`${'<a>'.repeat(2000)}${'</a>'.repeat(2000)}`) }],
    [
      'repeats a section too often',
      {
        template: template(`<subform name="r">${'<field name="x"/>'.repeat(400)}</subform>`),
        datasets: datasets('<r/>'.repeat(400)),
      },
    ],
    ['is larger than the limit', { datasets: datasets(`<a>${'x'.repeat(8 * 1024 * 1024)}</a>`) }],
    ['has no fields', { datasets: datasets('') }],
  ])('that %s is left out with a warning', async (_, packets) => {
    expect(await textOf(xfaOf(packets))).toEqual({ lines: ['Please wait...'], warnings: [isLeftOut] });
  });
});
