import { describe, expect, it } from 'vitest';
import { findJava, isVeraPdfInstalled } from '../../../../lib/conversions/backends/verapdf/installation.ts';
import { conformanceSchema } from '../../../../lib/conversions/backends/verapdf/verapdf.ts';
import { deployedRoutes } from '../../../../lib/conversions/deployment/workers.ts';
import { conformanceExtractor } from '../../../../lib/conversions/formats/pdf/conformance.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { formatsTable } from '../../../../lib/conversions/routing/formats-table.ts';
import { runEngines } from '../../run-engines.ts';
import { makeReport } from '../../sample-files.ts';

const toConformance = { from: 'pdf', operation: 'extract', to: 'conformance', options: {} } as const;

/** Checks a PDF. Where veraPDF is missing, the check is refused, and there is no result to look at. */
async function check(bytes: Uint8Array, options: Record<string, unknown> = {}) {
  const checked = extract(bytes, { from: 'pdf', format: 'conformance', options });
  if (isVeraPdfInstalled())
    return conformanceSchema.parse(JSON.parse(Buffer.from((await checked).bytes).toString()));
  await expect(checked).rejects.toMatchObject({ code: 'unsupported_content' });
  return undefined;
}

const written = async (pdf_standard: string): Promise<Uint8Array> =>
  (
    await convert(Buffer.from('# Title\n\nText.\n'), {
      from: 'markdown',
      to: 'pdf',
      options: { pdf_standard },
    })
  ).bytes;

describe('a check of conformance', () => {
  it.each(['a-2b', 'ua-1'])(
    'is against the standard %s that the file claims',
    async (standard) => {
      const found = await check(await written(standard));

      if (found === undefined) return;
      expect(found).toMatchObject({ profile: standard, conforms: true, failures: [] });
      expect(found.checked).toBeGreaterThan(100);
    },
    120_000,
  );

  it('lists the rules that a file breaks, how often and where', async () => {
    const plain = await makeReport();

    const [archived, accessible] = [await check(plain), await check(plain, { profile: 'ua-1' })];

    if (archived === undefined || accessible === undefined) return;
    expect(archived).toMatchObject({ profile: 'a-2b', conforms: false });
    expect(archived.failures.map(({ description }) => description).join('\n')).toMatch(/embedded/);
    for (const { count, places } of archived.failures) {
      expect(places.length).toBeGreaterThan(0);
      expect(places.length).toBeLessThanOrEqual(Math.min(count, 10));
    }
    expect(accessible).toMatchObject({ profile: 'ua-1', conforms: false });
    expect(accessible.failures.map(({ clause }) => clause)).toContain('7.1');
  }, 120_000);

  it.each([
    ['corrupt_document', 'damaged', async () => Buffer.from('no pdf')],
    [
      'encrypted_document',
      '"decrypt"',
      async () => await makeReport({ userPassword: 'x', pdfVersion: '1.7ext3' }),
    ],
  ])('refuses a document as %s', async (code, word, make) => {
    const checked = extract(await make(), { from: 'pdf', format: 'conformance' });

    await expect(checked).rejects.toMatchObject({
      code: isVeraPdfInstalled() ? code : 'unsupported_content',
      message: expect.stringContaining(isVeraPdfInstalled() ? word : 'needs Java'),
    });
  });

  it('says what to install where veraPDF or Java is missing', async () => {
    const engines = [{ ...conformanceExtractor, isAvailable: () => false }];

    await expect(runEngines(await makeReport(), toConformance, { engines })).rejects.toMatchObject({
      code: 'unsupported_content',
      message:
        'Cannot extract conformance from pdf here: it needs Java and the npm package @opendataloader/pdf, which is not installed.',
    });
    expect(findJava(['/nowhere'])).toBeUndefined();
  });

  it('is in the library, and in no deployment', () => {
    const workers = new Set(['standard', 'browser', 'office'] as const);
    const { options } = formatsTable().find(({ to }) => to === 'conformance') ?? {};

    expect(options).toMatchObject({ properties: { profile: { enum: expect.arrayContaining(['a-2b']) } } });
    expect(deployedRoutes(workers).between('pdf', toConformance)).toEqual([]);
  });
});
