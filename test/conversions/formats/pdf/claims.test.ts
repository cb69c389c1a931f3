import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { isVeraPdfInstalled, validatePdf } from '../../../../bench/verapdf/verapdf.ts';
import { pdfStandards } from '../../../../lib/conversions/engine/options.ts';
import { openPdf } from '../../../../lib/conversions/formats/pdf/archive/pdf-file.ts';
import {
  type Claim,
  claimsOf,
  removeClaims,
} from '../../../../lib/conversions/formats/pdf/operations/claims.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { withoutInterpolation } from '../../../../lib/conversions/shared/pdf/written-pdf.ts';
import { isLong, runsOf } from '../../../support/long-run.ts';
import { tinyPng } from '../../office-files.ts';
import { pdfOf } from '../../raw-pdf.ts';

const image = `data:image/png;base64,${Buffer.from(tinyPng).toString('base64')}`;
const sections = Array.from(
  { length: runsOf(30, 70) },
  (_, at) => `## Part ${at}\n\nText ${at} of [a page](https://example.com).`,
);
const markdown = Buffer.from(
  `---\ntitle: Tides\nlang: en\n---\n# Tides\n\n![a dot](${image})\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${sections.join('\n\n')}\n`,
);

const made = async (standard: string): Promise<Uint8Array> =>
  (await convert(markdown, { from: 'markdown', to: 'pdf', options: { pdf_standard: standard } })).bytes;

const resultsOf = (bytes: Uint8Array): Uint8Array[] =>
  Buffer.from(bytes.subarray(0, 2)).toString() === 'PK' ? Object.values(unzipSync(bytes)) : [bytes];

const profiles = { 'PDF/A': 'a-2b', 'PDF/UA': 'ua-1' } as const satisfies Record<Claim, string>;

/** Rules that a file breaks of the standards that it claims to conform to. */
async function brokenRules(bytes: Uint8Array): Promise<unknown[]> {
  const broken: unknown[] = [];
  for (const [claim] of claimsOf(await openPdf(bytes))) {
    const { failures } = await validatePdf(bytes, profiles[claim]);
    broken.push(...failures.map(({ clause, test }) => `${claim} ${clause}-${test}`));
  }
  return broken;
}

const files = new Map<string, Uint8Array>();
beforeAll(async () => {
  for (const standard of ['ua-1', 'a-2b']) files.set(standard, await made(standard));
});
const fileOf = (standard: string): Uint8Array => files.get(standard) ?? Buffer.alloc(0);

interface Row {
  readonly operation: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly isJoined?: true;
  /** The standard of the other file; that of the first by default. */
  readonly further?: 'a-2b';
  /** The claims that the result has. */
  readonly keeps: readonly Claim[];
}

const rows: Readonly<Record<'ua-1' | 'a-2b', readonly Row[]>> = {
  'ua-1': [
    { operation: 'nothing', keeps: ['PDF/UA'] },
    { operation: 'a watermark', options: { watermark: 'DRAFT' }, keeps: ['PDF/UA'] },
    { operation: 'a rotation', options: { rotate: 90, watermark: 'DRAFT' }, keeps: ['PDF/UA'] },
    { operation: 'compression', options: { compress: 'images' }, keeps: ['PDF/UA'] },
    { operation: 'linearization', options: { linearize: true }, keeps: ['PDF/UA'] },
    { operation: 'encryption', options: { owner_password: 'x' }, keeps: ['PDF/UA'] },
    { operation: 'its first page', options: { pages: '1' }, keeps: ['PDF/UA'] },
    { operation: 'a page without its first heading', options: { pages: '2' }, keeps: [] },
    { operation: 'another file', isJoined: true, keeps: ['PDF/UA'] },
    { operation: 'parts of two files', isJoined: true, options: { split_every: 200 }, keeps: ['PDF/UA'] },
    {
      operation: 'pages of two files, without a first heading',
      isJoined: true,
      options: { pages: '1-3,-1' },
      keeps: ['PDF/UA'],
    },
    { operation: 'a file that does not conform', isJoined: true, further: 'a-2b', keeps: [] },
    { operation: 'PDF/A', options: { pdf_standard: 'a-2b' }, keeps: ['PDF/A'] },
  ],
  'a-2b': [
    { operation: 'nothing', keeps: ['PDF/A'] },
    { operation: 'a watermark', options: { watermark: 'DRAFT' }, keeps: ['PDF/A'] },
    { operation: 'compression', options: { compress: 'images' }, keeps: ['PDF/A'] },
    { operation: 'packed objects', options: { compress: 'lossless' }, keeps: ['PDF/A'] },
    { operation: 'a rotation', options: { rotate: 90, rotate_pages: '1' }, keeps: ['PDF/A'] },
    { operation: 'linearization', options: { linearize: true }, keeps: ['PDF/A'] },
    { operation: 'a page', options: { pages: '2' }, keeps: ['PDF/A'] },
    { operation: 'parts', options: { split_every: 2 }, keeps: ['PDF/A'] },
    { operation: 'encryption', options: { user_password: 'x' }, keeps: [] },
    { operation: 'another file', isJoined: true, keeps: [] },
    {
      operation: 'another file, as PDF/A',
      isJoined: true,
      options: { pdf_standard: 'a-2b' },
      keeps: ['PDF/A'],
    },
  ],
};

describe.each(['ua-1', 'a-2b'] as const)('a file that conforms to %s', (standard) => {
  // The first, and one that loses the claim.
  const short = rows[standard].filter(({ keeps }, index) => index === 0 || keeps.length === 0);

  it.each(isLong ? rows[standard] : short)(
    'claims after $operation what it still conforms to',
    async (row) => {
      const { options = {}, keeps, isJoined } = row;
      const further = isJoined === undefined ? [] : [fileOf(row.further ?? standard)];
      const { bytes, report } = await convert(fileOf(standard), { from: 'pdf', to: 'pdf', options, further });

      for (const result of resultsOf(bytes)) {
        const isEncrypted = 'user_password' in options || 'owner_password' in options;
        const password = 'user_password' in options ? { password: 'x' } : {};
        const open = isEncrypted
          ? (await convert(result, { from: 'pdf', to: 'pdf', options: { ...password, decrypt: true } })).bytes
          : result;
        expect([...claimsOf(await openPdf(open)).keys()]).toEqual(keeps);
        if (isLong && isVeraPdfInstalled() && !isEncrypted) expect(await brokenRules(result)).toEqual([]);
      }
      const isLost = keeps.length === 0;
      expect(report.warnings?.filter((warning) => warning.includes('no longer claims'))).toHaveLength(
        isLost ? 1 : 0,
      );
    },
  );
});

/** Tests that need veraPDF and Java, and take minutes. */
const judged: typeof describe | undefined = isLong ? describe : undefined;

judged?.('a result that claims to conform', () => {
  it.each(pdfStandards.filter((standard) => standard !== 'none'))(
    'does so: %s of Typst',
    async (standard) => {
      const { failures, conforms } = await validatePdf(await made(standard), standard);

      expect(failures).toEqual([]);
      expect(conforms).toBe(true);
    },
  );

  it('does so: a-2b and a-3b of LibreOffice', async () => {
    const { bytes } = await convert(markdown, { from: 'markdown', to: 'odt' });
    for (const standard of ['a-2b', 'a-3b'] as const) {
      const result = await convert(bytes, { from: 'odt', to: 'pdf', options: { pdf_standard: standard } });
      expect((await validatePdf(result.bytes, standard)).failures).toEqual([]);
    }
  }, 300_000);

  it('has no images that are smoothed', async () => {
    const file = await openPdf(fileOf('a-2b'));
    for (const dict of file.dictionaries())
      if (file.nameOf(file.get(dict, 'Subtype')) === 'Image')
        file.set(dict, 'Interpolate', file.lib.PDFBool.True);
    const smoothed = await file.document.save({ useObjectStreams: false });

    expect((await validatePdf(smoothed, 'a-2b')).failures).toMatchObject([{ clause: '6.2.8' }]);
    expect((await validatePdf(withoutInterpolation(smoothed), 'a-2b')).failures).toEqual([]);
  });
});

describe('claims', () => {
  const withMetadata = async (xmp: string): Promise<Uint8Array> => {
    const { document, context, catalog, set } = await openPdf(pdfOf('', '<<>>'));
    const stream = context.stream(Buffer.from(xmp), { Type: 'Metadata', Subtype: 'XML' });
    set(catalog, 'Metadata', context.register(stream));
    return await document.save({ useObjectStreams: false });
  };
  const description = (attributes: string, elements = ''): string =>
    `<rdf:Description xmlns:p="http://www.aiim.org/pdfa/ns/id/" xmlns:u='http://www.aiim.org/pdfua/ns/id/' xmlns:dc="x" ${attributes}>${elements}<dc:part>3</dc:part></rdf:Description>`;

  it.each([
    ['attributes', description('p:part="1" p:conformance="B" u:part="1"')],
    ['elements', description('', '<p:part>1</p:part><p:conformance>B</p:conformance><u:part>1</u:part>')],
  ])('are found and removed as %s, and nothing else', async (_, xmp) => {
    const file = await openPdf(await withMetadata(xmp));

    expect([...claimsOf(file)]).toEqual([
      ['PDF/A', '1'],
      ['PDF/UA', '1'],
    ]);
    expect(removeClaims(file, ['PDF/A'])).toEqual(['PDF/A']);
    expect([...claimsOf(file)]).toEqual([['PDF/UA', '1']]);
    expect(removeClaims(file, ['PDF/A', 'PDF/UA'])).toEqual(['PDF/UA']);
    expect([...claimsOf(file)]).toEqual([]);
    const stream = file.streamOf(file.get(file.catalog, 'Metadata'));
    expect(Buffer.from((stream && file.decode(stream)) ?? []).toString()).toContain('<dc:part>3</dc:part>');
  });

  it('of PDF/A-1 end with a watermark or streams of objects', async () => {
    const file = await withMetadata(description('p:part="1"'));
    for (const options of [{ watermark: 'x' }, { compress: 'lossless' }]) {
      const { report } = await convert(file, { from: 'pdf', to: 'pdf', options });
      expect(report.warnings).toContainEqual(expect.stringContaining('no longer claims to conform to PDF/A'));
    }
  });
});
