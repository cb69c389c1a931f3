import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { convert, extract, read } from '../../../../lib/conversions/index.ts';

async function makeForm({ isDrawn }: { readonly isDrawn: boolean }): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 400]);
  const form = document.getForm();
  const label = (text: string, y: number): void => page.drawText(text, { x: 50, y, size: 11 });
  page.drawText('Application form', { x: 50, y: 360, size: 18 });
  label('Name:', 300);
  const name = form.createTextField('name');
  name.setText('Ada Lovelace');
  name.addToPage(page, { x: 120, y: 295, width: 200, height: 20 });
  label('Member:', 260);
  const member = form.createCheckBox('member');
  member.addToPage(page, { x: 120, y: 258, width: 14, height: 14 });
  member.check();
  label('Newsletter:', 230);
  form.createCheckBox('newsletter').addToPage(page, { x: 120, y: 228, width: 14, height: 14 });
  label('Country:', 200);
  const country = form.createDropdown('country');
  country.addOptions(['Italy', 'France']);
  country.select('France');
  country.addToPage(page, { x: 120, y: 195, width: 200, height: 20 });
  label('Password:', 170);
  const password = form.createTextField('password');
  password.enablePassword();
  password.setText('secret');
  password.addToPage(page, { x: 120, y: 165, width: 200, height: 20 });
  if (!isDrawn) {
    await document.flush();
    for (const field of form.getFields())
      for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
  }
  return document.save({ updateFieldAppearances: isDrawn });
}

const textOf = async (bytes: Uint8Array, format: 'text' | 'markdown'): Promise<string[]> => {
  const result = await extract(bytes, { format, from: 'pdf' });
  return Buffer.from(result.bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '');
};

describe('the fields of a form in a PDF', () => {
  it('are in its plain text, where the file does not draw them', async () => {
    const { bytes } = await convert(await makeForm({ isDrawn: false }), { from: 'pdf', to: 'text' });
    const lines = Buffer.from(bytes).toString().split('\n');

    expect(lines.filter((line) => line.trim() !== '')).toEqual([
      'Application form',
      'Name:       Ada Lovelace',
      'Member:     ☑',
      'Newsletter:',
      'Country:    France',
      'Password:',
    ]);
  });

  it.each([{ isDrawn: true }, { isDrawn: false }])('are in its text: %o', async (kind) => {
    const text = await textOf(await makeForm(kind), 'markdown');

    expect(text).toEqual([
      '# Application form',
      'Name: Ada Lovelace',
      'Member: ☑',
      'Newsletter: ☐',
      'Country: France',
      expect.stringMatching(/^Password:/),
    ]);
    // A program that draws a password shows it.
    expect(text.at(-1)?.includes('secret')).toBe(kind.isDrawn);
  });

  it('are in the document with their places, passwords without a value', async () => {
    const document = await read(await makeForm({ isDrawn: true }), { from: 'pdf' });

    expect(document.form_fields.map(({ name, type, value }) => [name, type, value])).toEqual([
      ['name', 'text', 'Ada Lovelace'],
      ['member', 'checkbox', 'Yes'],
      ['newsletter', 'checkbox', 'Off'],
      ['country', 'combobox', 'France'],
      ['password', 'text', null],
    ]);
    expect(document.form_fields[0]?.place?.page).toBe(1);
    expect(document.form_fields[0]?.place?.box.map(Math.round)).toEqual([120, 85, 321, 106]);
  });
});
