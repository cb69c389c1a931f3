import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isLong } from '../../../support/long-run.ts';
import { convertInProcess } from '../../engine-runner.ts';
import { readPdf } from '../../read-pdf.ts';

const formats = ['doc', 'xls', 'docx', 'xlsx', 'odt', 'ods'] as const;
const password = 'Pässwörd 雨';

const documentOf = (format: string): Buffer =>
  readFileSync(new URL(`../../../fixtures/encrypted/harvest.${format}`, import.meta.url));

it.each(formats.slice(0, isLong ? undefined : 1))('prints an encrypted %s', async (format) => {
  const { bytes, report } = await convertInProcess(documentOf(format), format, 'pdf', { password });

  expect((await readPdf(bytes)).text).toContain('Secret harvest');
  expect(report.engine).toBe('libreoffice-wasm-office-to-pdf');
});

it.each(formats)('asks for the password of an encrypted %s', async (format) => {
  await expect(convertInProcess(documentOf(format), format, 'pdf')).rejects.toMatchObject({
    code: 'encrypted_document',
    message: `The ${format} document is encrypted. Pass its password in the "password" option.`,
  });
});

it.each(formats)('refuses a wrong password of an encrypted %s', async (format) => {
  await expect(
    convertInProcess(documentOf(format), format, 'pdf', { password: 'wrong' }),
  ).rejects.toMatchObject({
    code: 'encrypted_document',
    message: `The password does not open the ${format} document. Correct the "password" option.`,
  });
});

it('reads the sheets of an encrypted workbook with its password', async () => {
  const { bytes } = await convertInProcess(documentOf('xls'), 'xls', 'csv', { password });

  expect(bytes.toString()).toContain('Secret harvest');
  await expect(convertInProcess(documentOf('xls'), 'xls', 'csv')).rejects.toMatchObject({
    code: 'encrypted_document',
  });
});
