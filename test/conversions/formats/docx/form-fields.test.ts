import { describe, expect, it } from 'vitest';
import { type DocumentModel, extract } from '../../../../lib/conversions/index.ts';
import { docxOf, paragraph } from '../../office-files.ts';

const run = (content: string): string => `<w:r>${content}</w:r>`;
const text = (content: string): string => run(`<w:t>${content}</w:t>`);
const control = (properties: string, content: string, name = 'N'): string =>
  `<w:sdt><w:sdtPr><w:alias w:val="${name}"/>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const legacy = (name: string, data: string, instruction: string, result: string): string =>
  `${run(`<w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="${name}"/>${data}</w:ffData></w:fldChar>`)}${run(`<w:instrText>${instruction}</w:instrText>`)}${run('<w:fldChar w:fldCharType="separate"/>')}${result}${run('<w:fldChar w:fldCharType="end"/>')}`;

const fieldsOf = async (body: string): Promise<DocumentModel['form_fields']> => {
  const { bytes } = await extract(docxOf(body), { from: 'docx', format: 'document' });
  return JSON.parse(Buffer.from(bytes).toString()).form_fields;
};

describe('the form fields of a docx', () => {
  it('are its content controls with their values', async () => {
    const cell = `<w:tc>${paragraph('x')}</w:tc>`;
    const body = [
      `<w:p>${control('<w:text/>', text('Ada Byron'), 'Name')}${control('<w:date w:fullDate="2026-11-23T00:00:00Z"/>', text('23 November'), 'Day')}</w:p>`,
      `<w:p>${control('<w:dropDownList><w:listItem w:displayText="Ferry" w:value="f"/></w:dropDownList>', text('Ferry'), 'Boat')}${control('<w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>', text('☒'), 'Paid')}</w:p>`,
      control('<w:showingPlcHdr/><w:comboBox/>', paragraph('Choose an item.'), 'Port'),
      control('<w:text w:multiLine="1"/>', paragraph('Quai 4') + paragraph('Kirkwall'), 'Address'),
      `<w:tbl><w:tr>${control('<w:text/>', `<w:tc>${paragraph('In a cell')}</w:tc>`, 'Cell')}${cell}</w:tr></w:tbl>`,
      control('<w:docPartObj/>', paragraph('Contents'), 'Contents'),
    ].join('');

    expect(await fieldsOf(body)).toEqual([
      { name: 'Name', type: 'text', value: 'Ada Byron' },
      { name: 'Day', type: 'date', value: '23 November' },
      { name: 'Boat', type: 'combobox', value: 'Ferry' },
      { name: 'Paid', type: 'checkbox', value: 'true' },
      { name: 'Port', type: 'combobox', value: null },
      { name: 'Address', type: 'text', value: 'Quai 4\nKirkwall' },
      { name: 'Cell', type: 'text', value: 'In a cell' },
    ]);
  });

  it('are those of older programs', async () => {
    const list =
      '<w:ddList><w:result w:val="1"/><w:listEntry w:val="Dinghy"/><w:listEntry w:val="Ferry"/></w:ddList>';
    const body = `<w:p>${legacy('Text1', '<w:textInput/>', 'FORMTEXT', text('Ada') + text(' Byron'))}${legacy('Check1', '<w:checkBox><w:default w:val="1"/></w:checkBox>', 'FORMCHECKBOX', '')}${legacy('List1', list, 'FORMDROPDOWN', '')}${legacy('Text2', '<w:textInput/>', 'FORMTEXT', text('\u2002'))}</w:p>`;

    expect(await fieldsOf(body)).toEqual([
      { name: 'Text1', type: 'text', value: 'Ada Byron' },
      { name: 'Check1', type: 'checkbox', value: 'true' },
      { name: 'List1', type: 'combobox', value: 'Ferry' },
      { name: 'Text2', type: 'text', value: null },
    ]);
  });

  it('are read once where controls are in each other', async () => {
    let inner = text('x'.repeat(30_000));
    for (let depth = 0; depth < 200; depth += 1) inner = control('<w:text/>', inner);

    const fields = await fieldsOf(`<w:p>${inner}</w:p>`);

    expect(fields).toHaveLength(1);
    expect(fields[0]?.value).toHaveLength(20_000);
  });
});
