import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../../../../lib/conversions/formats/pdf/archive/pdf-file.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { pdfOfObjects } from '../../raw-pdf.ts';

const PAGES = [0, 1, 2];

/** Three pages below one field: a case number on all of them, and a name on each. */
const form = (more = '', catalog = ''): Buffer => {
  const widget = (parent: number, page: number): string =>
    `<</Type/Annot/Subtype/Widget/Parent ${parent} 0 R/P ${page + 3} 0 R/Rect[0 0 90 20]>>`;
  const list = (first: number): string => PAGES.map((at) => `${at + first} 0 R`).join(' ');
  return pdfOfObjects([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]/CO[7 0 R 13 0 R]${more}>>${catalog}>>`,
    `<</Type/Pages/Kids[${list(3)}]/Count 3>>`,
    ...PAGES.map(
      (at) =>
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<<>>/Annots[${at + 8} 0 R ${at + 14} 0 R]>>`,
    ),
    `<</T(claim)/Kids[7 0 R ${list(11)}]>>`,
    `<</FT/Tx/T(case)/V(C-77)/Parent 6 0 R/Kids[${list(8)}]>>`,
    ...PAGES.map((at) => widget(7, at)),
    ...PAGES.map((at) => `<</FT/Tx/T(name)/V(Person ${at})/Parent 6 0 R/Kids[${at + 14} 0 R]>>`),
    ...PAGES.map((at) => widget(at + 11, at)),
  ]);
};

/** The fields with values of a file, with the pages of their widgets. */
async function fieldsOf(bytes: Uint8Array): Promise<string[]> {
  const { catalog, get, dictOf, itemsOf, document } = await openPdf(bytes);
  const pages = document.getPages().map(({ node }) => itemsOf(get(node, 'Annots')));
  const below = (value: Parameters<typeof dictOf>[0], name: string): string[] => {
    const field = dictOf(value);
    const own = `${name}${String(get(field, 'T'))}`;
    const kids = itemsOf(get(field, 'Kids'));
    if (get(field, 'V') === undefined) return kids.flatMap((kid) => below(kid, own));
    const shown = kids.map((kid) => pages.findIndex((page) => page.includes(kid)) + 1);
    return [`${own} ${String(get(field, 'V'))} ${shown.join(',')}`];
  };
  return itemsOf(get(dictOf(get(catalog, 'AcroForm')), 'Fields')).flatMap((field) => below(field, ''));
}

describe('form fields', () => {
  it('of joined documents stay one field on all of its pages', async () => {
    const { bytes } = await convert(form(), { from: 'pdf', to: 'pdf', further: [form()] });

    expect(await fieldsOf(bytes)).toEqual([
      '(claim)(case) (C-77) 1,2,3',
      ...PAGES.map((at) => `(claim)(name) (Person ${at}) ${at + 1}`),
      '(claim+1)(case) (C-77) 4,5,6',
      ...PAGES.map((at) => `(claim+1)(name) (Person ${at}) ${at + 4}`),
    ]);
  });

  it('of a part are those on its pages, without values of others', async () => {
    const packed = await convert(form('/XFA[(datasets)3 0 R]'), {
      from: 'pdf',
      to: 'pdf',
      options: { split_every: 1 },
    });

    for (const [at, part] of Object.values(unzipSync(packed.bytes)).entries()) {
      expect(await fieldsOf(part)).toEqual(['(claim)(case) (C-77) 1', `(claim)(name) (Person ${at}) 1`]);
      const text = Buffer.from(part).toString('latin1');
      expect(PAGES.filter((page) => text.includes(`Person ${page}`))).toEqual([at]);
      expect(text).not.toContain('/XFA');
    }
    expect(packed.report.warnings).toEqual([expect.stringContaining('The XFA form was left out')]);
  });
});

describe('joining', () => {
  it('numbers the pages of documents without page labels', async () => {
    const labelled = form('', '/PageLabels<</Nums[0<</S/r>>1<<>>]>>');
    const { bytes } = await convert(form(), { from: 'pdf', to: 'pdf', further: [labelled] });

    expect(Buffer.from(bytes).toString('latin1').replace(/\s+/g, ' ')).toMatch(
      /Nums \[ 0 << (?=[^>]*\/S \/D)[^>]*>> 3 << (?=[^>]*\/S \/r)[^>]*>> 4 << (?![^>]*\/S )[^>]*>>/,
    );
  });

  it('warns that a file was encrypted and the result is not', async () => {
    const options = { user_password: 'ab' };
    const { bytes } = await convert(form(), { from: 'pdf', to: 'pdf', options });
    const join = async (password: {
      password: string;
      decrypt?: boolean;
    }): Promise<readonly string[] | undefined> =>
      (await convert(form(), { from: 'pdf', to: 'pdf', options: password, further: [bytes] })).report
        .warnings;

    expect(await join({ password: 'ab' })).toEqual([expect.stringContaining('The result is not encrypted')]);
    expect(await join({ password: 'ab', decrypt: true })).toEqual([]);
  });
});
