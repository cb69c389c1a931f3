import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../../../../lib/conversions/formats/pdf/archive/pdf-file.ts';
import {
  type Bookmark,
  readNavigation,
} from '../../../../lib/conversions/formats/pdf/operations/navigation.ts';
import {
  elementOf,
  kidsOf,
  readParents,
  structureElements,
  structureRoot,
} from '../../../../lib/conversions/formats/pdf/operations/structure-tree.ts';
import { convert } from '../../../../lib/conversions/index.ts';
import { itLong } from '../../../support/long-run.ts';

type Objects = Readonly<Record<number, string>>;

/** A PDF of objects by their numbers; the first is the catalog. */
function pdfOf(objects: Objects): Buffer {
  const parts = ['%PDF-1.7\n'];
  const offsets = new Map<number, number>();
  let length = parts[0]?.length ?? 0;
  const add = (text: string): void => {
    parts.push(text);
    length += Buffer.byteLength(text, 'latin1');
  };
  for (const [number, content] of Object.entries(objects)) {
    offsets.set(Number(number), length);
    add(`${number} 0 obj\n${content}\nendobj\n`);
  }
  const size = Math.max(...offsets.keys()) + 1;
  const start = length;
  add(`xref\n0 ${size}\n`);
  for (let number = 0; number < size; number += 1) {
    const offset = offsets.get(number);
    add(`${String(offset ?? 0).padStart(10, '0')} ${offset === undefined ? '65535 f' : '00000 n'} \n`);
  }
  add(`trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}

const stream = (content: string, entries = ''): string =>
  `<<${entries}/Length ${content.length}>>stream\n${content}\nendstream`;

/** Three pages with bookmarks, named destinations, links, labels, an attached file, a form and tags. */
const documentOf = (name: string): Buffer => {
  const page = (number: number, links: string): string =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<<>>/StructParents ${number}/Contents ${30 + number} 0 R/Annots[${links} 4${number} 0 R]>>`;
  const link = (target: string): string =>
    `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Border[0 0 0]${target}>>`;
  const field = (number: number): string =>
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(${name} field ${number})/V(${name} value ${number})/Rect[9 9 99 20]/P 1${number} 0 R>>`;
  const element = (number: number): string =>
    `<</Type/StructElem/S/P/P 60 0 R/Pg 1${number} 0 R/ID(${name}-id-${number})/ActualText(${name} spoken ${number})/K 0>>`;
  return pdfOf({
    1: `<</Type/Catalog/Pages 2 0 R/Outlines 20 0 R/Names<</Dests 25 0 R/EmbeddedFiles<</Names[(${name}.txt)26 0 R]>>>>/PageLabels<</Nums[0<</S/r>>]>>/AcroForm<</Fields[40 0 R 41 0 R 42 0 R]>>/StructTreeRoot 60 0 R/MarkInfo<</Marked true>>/OpenAction[12 0 R/Fit]>>`,
    2: '<</Type/Pages/Kids[10 0 R 11 0 R 12 0 R]/Count 3>>',
    10: page(0, '50 0 R 51 0 R'),
    11: page(1, '52 0 R'),
    12: page(2, ''),
    20: '<</Type/Outlines/First 21 0 R/Last 24 0 R/Count 4>>',
    21: `<</Title(${name} chapter 1)/Parent 20 0 R/Next 22 0 R/Dest[10 0 R/XYZ 0 200 null]>>`,
    22: `<</Title(${name} chapter 2)/Parent 20 0 R/Prev 21 0 R/Next 24 0 R/Dest(${name}.two)/First 23 0 R/Last 23 0 R/Count 1/C[1 0 0]/F 2>>`,
    23: `<</Title(${name} section 2.1)/Parent 22 0 R/A<</S/GoTo/D[12 0 R/Fit]>>>>`,
    24: `<</Title(${name} elsewhere)/Parent 20 0 R/Prev 22 0 R/A<</S/URI/URI(https://example.com/)>>>>`,
    25: `<</Kids[27 0 R]>>`,
    26: `<</Type/Filespec/F(${name}.txt)/EF<</F 28 0 R>>>>`,
    27: `<</Limits[(a)(z)]/Names[(${name}.one)[10 0 R/Fit](${name}.two)<</D[11 0 R/Fit]>>(same)[12 0 R/Fit]]>>`,
    28: stream(`${name} file`, '/Type/EmbeddedFile'),
    30: stream('/P<</MCID 0>>BDC EMC'),
    31: stream('/P<</MCID 0>>BDC EMC'),
    32: stream('/P<</MCID 0>>BDC EMC'),
    40: field(0),
    41: field(1),
    42: field(2),
    50: link(`/Dest(${name}.two)`),
    51: link('/A<</S/GoTo/D(same)>>'),
    52: link('/Dest[10 0 R/Fit]'),
    60: '<</Type/StructTreeRoot/K[61 0 R]/ParentTree<</Nums[0[62 0 R]1[63 0 R]2[64 0 R]]>>>>',
    61: '<</Type/StructElem/S/Document/P 60 0 R/K[62 0 R 63 0 R 64 0 R]>>',
    62: element(0),
    63: element(1),
    64: element(2),
  });
};

const a = documentOf('Alpha');
const b = documentOf('Beta');

const change = async (bytes: Uint8Array, options = {}, further: Uint8Array[] = []): Promise<Uint8Array> =>
  (await convert(bytes, { from: 'pdf', to: 'pdf', options, further })).bytes;

type Entry = [title: string, page: number | undefined, children?: Entry[]];

async function navigationOf(bytes: Uint8Array) {
  const file = await openPdf(bytes);
  const { bookmarks, names, files, destinationOf } = readNavigation(file);
  const entries = (list: readonly Bookmark[]): Entry[] =>
    list.map(({ title, destination, children }): Entry => {
      const own = [
        String(title).slice(1, -1),
        destination === undefined ? undefined : destination.page + 1,
      ] as const;
      return children.length === 0 ? [...own] : [...own, entries(children)];
    });
  const links = file.document.getPages().flatMap(({ node }) =>
    file.itemsOf(file.get(node, 'Annots')).flatMap((each) => {
      const dict = file.dictOf(each);
      if (dict === undefined || file.nameOf(file.get(dict, 'Subtype')) !== 'Link') return [];
      const page = destinationOf(dict)?.page;
      return [page === undefined ? undefined : page + 1];
    }),
  );
  return {
    outline: entries(bookmarks),
    names: [...names].map(([name, { page }]) => [name, page + 1]),
    files: [...files.keys()],
    links,
  };
}

describe('joining', () => {
  it('keeps the bookmarks, names, links and attached files of all documents', async () => {
    expect(await navigationOf(await change(a, {}, [b]))).toEqual({
      outline: [
        ['Alpha chapter 1', 1],
        ['Alpha chapter 2', 2, [['Alpha section 2.1', 3]]],
        ['Alpha elsewhere', undefined],
        ['Beta chapter 1', 4],
        ['Beta chapter 2', 5, [['Beta section 2.1', 6]]],
        ['Beta elsewhere', undefined],
      ],
      names: [
        ['Alpha.one', 1],
        ['Alpha.two', 2],
        ['Beta.one', 4],
        ['Beta.two', 5],
        ['same', 3],
      ],
      files: ['Alpha.txt', 'Beta.txt'],
      links: [2, 3, 1, 5, 6, 4],
    });
  });

  it('keeps files of the same name apart', async () => {
    const { files, links } = await navigationOf(await change(a, {}, [a, a]));

    expect(files).toEqual(['Alpha.txt', 'Alpha.txt (2)', 'Alpha.txt (3)']);
    expect(links).toEqual([2, 3, 1, 5, 6, 4, 8, 9, 7]);
  });

  it('keeps page labels, fields and the look of bookmarks', async () => {
    const text = Buffer.from(await change(a, {}, [b])).toString('latin1');

    expect(text).toMatch(/\/Nums \[ 0 << \/S \/r.*? >> 3 << \/S \/r/s);
    for (const name of ['Alpha', 'Beta'])
      for (const number of [0, 1, 2]) expect(text).toContain(`(${name} value ${number})`);
    expect(text).toMatch(/\/C \[ 1 0 0 \]/);
  });
});

/** Each element as `Type[page text](kids)`, with the page that its parent tree gives for its content. */
async function tagsOf(bytes: Uint8Array): Promise<string[]> {
  const file = await openPdf(bytes);
  const { get, dictOf, nameOf, numberOf, itemsOf, document, context } = file;
  const pages: unknown[] = document.getPages().map(({ node }) => node);
  const parents = readParents(file);
  const roles = dictOf(get(structureRoot(file), 'RoleMap'));
  return [...structureElements(file).keys()].map((element) => {
    const name = nameOf(get(element, 'S')) ?? '';
    const marks = kidsOf(file, element).flatMap((kid) => {
      if (elementOf(file, kid) !== undefined) return [];
      const content = context.lookup(kid);
      const dict = dictOf(content);
      const page = dictOf(get(dict, 'Pg') ?? get(element, 'Pg'));
      const object = dictOf(get(dict, 'Obj'));
      const place = object ?? dictOf(get(dict, 'Stm')) ?? page;
      const key = numberOf(get(place, object === undefined ? 'StructParents' : 'StructParent'));
      const value = context.lookup(parents.get(key ?? -1));
      const mark = numberOf(dict === undefined ? content : get(dict, 'MCID')) ?? 0;
      const found = object === undefined ? itemsOf(value)[mark] : value;
      const at = pages.indexOf(page) + 1;
      return [`${object === undefined ? '' : 'object on '}${at}${found === element ? '' : ' lost'}`];
    });
    const role = nameOf(get(roles, name));
    const text = get(element, 'ActualText');
    return `${role === undefined ? name : `${name}=${role}`} ${marks.join(',')} ${text === undefined ? '' : String(text)}`.trim();
  });
}

describe('tags of joined documents', () => {
  it('lead to the content of all pages', async () => {
    expect(await tagsOf(await change(a, {}, [b]))).toEqual([
      'Document',
      'P 1 (Alpha spoken 0)',
      'P 2 (Alpha spoken 1)',
      'P 3 (Alpha spoken 2)',
      'Document',
      'P 4 (Beta spoken 0)',
      'P 5 (Beta spoken 1)',
      'P 6 (Beta spoken 2)',
    ]);
  });

  it('are those of the kept pages', async () => {
    expect(await tagsOf(await change(a, { pages: '2,5' }, [b, a]))).toEqual([
      'Document',
      'P 1 (Alpha spoken 1)',
      'Document',
      'P 2 (Beta spoken 1)',
    ]);
  });

  /** A page with a table, a link and a form, whose elements have the same names as those of other documents. */
  const tableOf = (role: string, more = '', kids = '63 0 R'): Buffer =>
    pdfOf({
      1: `<</Type/Catalog/Pages 2 0 R/Lang(${role})/StructTreeRoot 60 0 R/MarkInfo<</Marked true>>>>`,
      2: '<</Type/Pages/Kids[10 0 R]/Count 1/Resources<</XObject<</F 20 0 R>>>>>>',
      10: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/StructParents 7/Contents 30 0 R/Annots[40 0 R]>>',
      20: stream('/P<</MCID 0>>BDC EMC', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/StructParents 8'),
      30: stream('/P<</MCID 1>>BDC EMC /F Do'),
      40: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/StructParent 9/A<</S/URI/URI(https://example.com/)>>>>',
      60: `<</Type/StructTreeRoot/K 61 0 R/RoleMap<</Own/${role}>>/ClassMap<</wide<</O/Table/ColSpan 2>>>>/ParentTree<</Nums[7[null 64 0 R]8[65 0 R]9 66 0 R]>>${more}>>`,
      61: '<</Type/StructElem/S/Document/P 60 0 R/K[62 0 R]>>',
      62: `<</Type/StructElem/S/Table/P 61 0 R/K[${kids}]>>`,
      63: '<</Type/StructElem/S/TR/P 62 0 R/K[64 0 R 65 0 R 66 0 R 67 0 R]>>',
      64: '<</Type/StructElem/S/TH/P 63 0 R/ID(head)/Pg 10 0 R/K 1/C/wide>>',
      65: '<</Type/StructElem/S/Own/P 63 0 R/A<</O/Table/Headers[(head)]>>/K<</Type/MCR/Pg 10 0 R/Stm 20 0 R/MCID 0>>>>',
      66: '<</Type/StructElem/S/Link/P 63 0 R/Pg 10 0 R/K<</Type/OBJR/Obj 40 0 R>>>>',
      67: '<</Type/StructElem/S/TD/P 63 0 R>>',
    });

  it('keep their meaning: roles, identifiers, classes, languages, links and forms', async () => {
    const bytes = await change(tableOf('TD'), {}, [tableOf('TH'), tableOf('TD')]);
    const own = (page: number, cell: string): string[] => [
      'Document',
      'Table',
      'TR',
      `TH ${page}`,
      `${cell} ${page}`,
      `Link object on ${page}`,
      'TD',
    ];

    expect(await tagsOf(bytes)).toEqual([...own(1, 'Own=TD'), ...own(2, 'TH'), ...own(3, 'Own=TD')]);
    const file = await openPdf(bytes);
    const entries = [...structureElements(file).keys()].map((element) => ({
      id: file.get(element, 'ID')?.toString(),
      headers: file.get(file.dictOf(file.get(element, 'A')), 'Headers')?.toString(),
      span: file.get(file.dictOf(file.get(element, 'A')), 'ColSpan')?.toString(),
      language: file.get(element, 'Lang')?.toString(),
    }));
    const values = (key: keyof (typeof entries)[number]): (string | undefined)[] =>
      entries.flatMap((entry) => entry[key] ?? []);
    expect(values('id')).toEqual(['(head)', '(2.head)', '(3.head)']);
    expect(values('headers')).toEqual(['[ (head) ]', '[ (2.head) ]', '[ (3.head) ]']);
    expect(values('span')).toEqual(['2', '2']);
    expect(values('language')).toEqual(['(TH)', '(TD)']);
  });

  it('are those of further documents if the first has none', async () => {
    const plain = pdfOf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[10 0 R]/Count 1>>',
      10: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
    });

    expect(await tagsOf(await change(plain, {}, [plain, tableOf('TD')]))).toContain('Own=TD 3');
    expect(await tagsOf(await change(plain, {}, [plain]))).toEqual([]);
  });

  it('keep the empty cells of the rows on pages that are kept', async () => {
    const bytes = await change(tableOf('TD'), { pages: '2' }, [tableOf('TD')]);

    expect((await tagsOf(bytes)).at(-1)).toBe('TD');
  });

  it.each([
    ['in a loop', tableOf('TD', '', '61 0 R 62 0 R 63 0 R'), 7],
    [
      'with a mark beyond the limit',
      Buffer.from(
        tableOf('TD').toString('latin1').replaceAll('/MCID 1>', '/MCID 9>').replace('/K 1/', '/K 999999999/'),
        'latin1',
      ),
      7,
    ],
    ['with roles in a loop', tableOf('Own'), 7],
  ])('%s are joined as far as they can be', async (_, hostile, count) => {
    expect(await tagsOf(await change(tableOf('TD'), {}, [hostile]))).toHaveLength(7 + count);
  });
});

describe('a part of a document', () => {
  const others = (bytes: Uint8Array, ...numbers: readonly number[]): string[] => {
    const text = Buffer.from(bytes).toString('latin1');
    const secrets = numbers.flatMap((number) => [
      `chapter ${number + 1}`,
      `value ${number}`,
      `spoken ${number}`,
      `id-${number}`,
    ]);
    return secrets.filter((secret) => text.includes(secret));
  };

  it('has what leads to its pages, and nothing of others', async () => {
    const parts = Object.values(unzipSync(await change(a, { split_every: 1 })));
    const [first, second, third] = await Promise.all(parts.map(navigationOf));

    expect(first).toMatchObject({ outline: [['Alpha chapter 1', 1]], links: [undefined, undefined] });
    expect(second).toMatchObject({ outline: [['Alpha chapter 2', 1]], links: [undefined] });
    expect(third).toMatchObject({ outline: [['Alpha section 2.1', 1]], links: [] });
    expect(second?.names.map(([name]) => name)).toEqual([Buffer.from('Alpha.two').toString()]);
    expect(others(parts[0] ?? a, 1, 2)).toEqual([]);
    expect(others(parts[1] ?? a, 0, 2)).toEqual([]);
    expect(others(parts[2] ?? a, 0, 1)).toEqual([]);
    for (const [at, part] of parts.entries()) {
      const own = Buffer.from(part).toString('latin1');
      expect(own).toContain(`(Alpha spoken ${at})`);
      expect(own).toContain(`(Alpha value ${at})`);
      expect(own).not.toContain('elsewhere');
    }
  });

  it('is the same if its pages are selected', async () => {
    const part = await change(a, { pages: '2-3' });

    expect(await navigationOf(part)).toEqual({
      outline: [['Alpha chapter 2', 1, [['Alpha section 2.1', 2]]]],
      names: [
        ['Alpha.two', 1],
        ['same', 2],
      ],
      files: ['Alpha.txt'],
      links: [undefined],
    });
    expect(others(part, 0)).toEqual([]);
  });

  it('of joined documents has what leads to its pages', async () => {
    const { outline } = await navigationOf(await change(a, { pages: '3-4' }, [b]));

    expect(outline).toEqual([
      ['Alpha section 2.1', 1],
      ['Beta chapter 1', 2],
    ]);
  });

  it('stays encrypted and has no bookmarks of others', async () => {
    const zip = await change(a, { split_every: 2, user_password: 'ab' });
    const [, last = a] = Object.values(unzipSync(zip));
    const open = await change(last, { password: 'ab', decrypt: true });

    expect((await navigationOf(open)).outline).toEqual([['Alpha section 2.1', 1]]);
  });
});

describe('outlines without end', () => {
  const withOutline = (objects: Objects): Buffer =>
    pdfOf({
      1: '<</Type/Catalog/Pages 2 0 R/Outlines 20 0 R/Names<</Dests 25 0 R>>>>',
      2: '<</Type/Pages/Kids[10 0 R]/Count 1>>',
      10: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
      25: '<</Kids[25 0 R 26 0 R]/Names[(x)]>>',
      26: '<</Kids[25 0 R]/Names[(a)[10 0 R/Fit](b)(a)]>>',
      ...objects,
    });

  it('end', async () => {
    const cyclic = withOutline({
      20: '<</First 21 0 R/Last 21 0 R>>',
      21: '<</Title(One)/Dest[10 0 R/Fit]/First 20 0 R/Next 22 0 R>>',
      22: '<</Title(Two)/Dest(a)/First 21 0 R/Next 21 0 R>>',
    });

    const { outline, names } = await navigationOf(await change(cyclic, {}, [cyclic]));
    expect(outline.map(([title]) => title)).toEqual(['One', 'Two', 'One', 'Two']);
    expect(names).toEqual([['a', 1]]);
  });

  itLong('are cut if they are nested deeply, with a warning', async () => {
    const deep: Record<number, string> = { 20: '<</First 100 0 R/Last 100 0 R>>' };
    for (let at = 100; at < 5000; at += 1)
      deep[at] = `<</Title(T)/Dest[10 0 R/Fit]/First ${at + 1} 0 R/Last ${at + 1} 0 R>>`;
    deep[5000] = '<</Title(T)>>';
    const file = withOutline(deep);

    const { bytes, report } = await convert(file, { from: 'pdf', to: 'pdf', further: [file] });
    expect(report.warnings).toEqual([expect.stringContaining('Bookmarks')]);
    expect(Buffer.from(bytes).toString('latin1').split('/Title').length - 1).toBe(100);
  });
});

const SCRIPT = '<</S/JavaScript/JS(app.alert\\(1\\))>>';

/** A page in a document with scripts that run by name and when it opens, and a form in XML. */
const scripted = pdfOf({
  1: `<</Type/Catalog/Pages 2 0 R/Names<</JavaScript<</Names[(a)3 0 R(b)3 0 R]>>>>/OpenAction 3 0 R/AA<</WC 3 0 R>>/AcroForm<</Fields[]/XFA 4 0 R>>>>`,
  2: '<</Type/Pages/Kids[10 0 R]/Count 1>>',
  3: SCRIPT,
  4: stream('<a/>'),
  10: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<<>>>>',
});

describe('scripts and XFA forms', () => {
  it('of the first of several documents are kept', async () => {
    const { bytes, report } = await convert(scripted, { from: 'pdf', to: 'pdf', further: [a] });
    const { catalog, get, dictOf } = await openPdf(bytes);

    expect(['Names', 'OpenAction', 'AA'].filter((key) => dictOf(get(catalog, key)) === undefined)).toEqual(
      [],
    );
    expect(get(dictOf(get(catalog, 'AcroForm')), 'XFA')).toBeDefined();
    expect(report.warnings).toEqual([]);
  });

  it('of the others are counted in a warning', async () => {
    const { report } = await convert(a, { from: 'pdf', to: 'pdf', further: [scripted, scripted] });

    expect(report.warnings).toEqual([
      'Only the first document keeps its scripts and its XFA form. Left out: 8 scripts, 2 XFA forms. Send the document that needs them first.',
    ]);
  });
});

describe('layers', () => {
  /** Two pages: a hidden red layer above a visible blue one, and a layer of the second page alone. Names repeat. */
  const layered = (name: string, settings: string): Buffer => {
    const page = (number: number): string =>
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources 2${number} 0 R/Contents 3${number} 0 R>>`;
    return pdfOf({
      1: `<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[40 0 R 41 0 R 42 0 R 43 0 R]/D<</Name(${name})${settings}>>/Configs[<</Name(Print)/OFF[42 0 R]>>]>>>>`,
      2: '<</Type/Pages/Kids[10 0 R 11 0 R]/Count 2>>',
      10: page(0),
      11: page(1),
      20: '<</Properties<</A 40 0 R/B<</Type/OCMD/OCGs[41 0 R]>>>>>>',
      21: '<</XObject<</X 50 0 R>>>>',
      30: stream('/OC/A BDC 0 0 1 rg 0 0 100 100 re f EMC /OC/B BDC 1 0 0 rg 0 0 100 100 re f EMC'),
      31: stream('/X Do'),
      40: '<</Type/OCG/Name(Ink)>>',
      41: '<</Type/OCG/Name(Draft)>>',
      42: `<</Type/OCG/Name(${name} notes)>>`,
      43: '<</Type/OCG/Name(Unused)>>',
      50: stream('0 1 0 rg 0 0 100 100 re f', '/Type/XObject/Subtype/Form/BBox[0 0 100 100]/OC 42 0 R'),
    });
  };
  const shown = layered(
    'Alpha',
    '/OFF[41 0 R]/Order[[(Sheet)40 0 R 41 0 R][(Other)42 0 R]43 0 R]/RBGroups[[40 0 R 41 0 R]]/Locked[41 0 R]/AS[<</Event/Print/Category[/Print]/OCGs[42 0 R]>>]',
  );
  const hidden = layered('Beta', '/BaseState/OFF/ON[40 0 R]/Order[40 0 R 41 0 R 42 0 R]');

  /** The layers and the parts of a configuration, by the names of layers. */
  async function layersOf(bytes: Uint8Array) {
    const file = await openPdf(bytes);
    const { get, dictOf, itemsOf, lib } = file;
    const named = (value: unknown): unknown => {
      if (value instanceof lib.PDFArray) return itemsOf(value).map(named);
      if (value instanceof lib.PDFDict) return named(get(value, 'Name') ?? get(value, 'OCGs'));
      return value instanceof lib.PDFString || value instanceof lib.PDFHexString
        ? value.decodeText()
        : String(value);
    };
    const all = dictOf(get(file.catalog, 'OCProperties'));
    const lists = (dict: typeof all) =>
      Object.fromEntries(
        (dict?.keys() ?? []).map((key) => [key.decodeText(), named(get(dict, key.decodeText()))]),
      );
    return all === undefined
      ? undefined
      : {
          ...lists(dictOf(get(all, 'D'))),
          OCGs: named(get(all, 'OCGs')),
          Configs: named(get(all, 'Configs')),
        };
  }

  const coloursOf = async (bytes: Uint8Array): Promise<string[]> =>
    await Promise.all(
      ['1', '2', '3', '4'].map(async (pages) => {
        const image = await convert(bytes, { from: 'pdf', to: 'png', options: { pages, dpi: 36 } });
        const { data } = await sharp(image.bytes).raw().toBuffer({ resolveWithObject: true });
        return ['red', 'green', 'blue'].filter((_, at) => (data[at] ?? 0) > 200).join();
      }),
    );

  it('of all documents are kept, and hidden ones stay hidden', async () => {
    const joined = await change(shown, {}, [hidden]);

    expect(await layersOf(joined)).toEqual({
      OCGs: ['Ink', 'Draft', 'Alpha notes', 'Ink', 'Draft', 'Beta notes'],
      Configs: 'undefined',
      Name: 'Alpha',
      OFF: ['Draft', 'Draft', 'Beta notes'],
      Order: [['Sheet', 'Ink', 'Draft'], ['Other', 'Alpha notes'], 'Ink', 'Draft', 'Beta notes'],
      RBGroups: [['Ink', 'Draft']],
      Locked: ['Draft'],
      AS: [['Alpha notes']],
    });
    expect(await coloursOf(joined)).toEqual(['blue', 'green', 'blue', 'red,green,blue']);
    expect(await coloursOf(await change(hidden, {}, [shown]))).toEqual([
      'blue',
      'red,green,blue',
      'blue',
      'green',
    ]);
  });

  it('are those of further documents if the first has none', async () => {
    const joined = await change(a, {}, [hidden]);

    expect(await layersOf(joined)).toMatchObject({
      OCGs: ['Ink', 'Draft', 'Beta notes'],
      Name: 'Beta',
      OFF: ['Draft', 'Beta notes'],
    });
  });

  it('of a part are those on its pages', async () => {
    const [first, second] = Object.values(unzipSync(await change(shown, { split_every: 1 })));

    expect(await layersOf(first ?? a)).toEqual({
      OCGs: ['Ink', 'Draft'],
      Configs: ['Print'],
      Name: 'Alpha',
      OFF: ['Draft'],
      Order: [['Sheet', 'Ink', 'Draft']],
      RBGroups: [['Ink', 'Draft']],
      Locked: ['Draft'],
    });
    expect(await layersOf(second ?? a)).toMatchObject({
      OCGs: ['Alpha notes'],
      Order: [['Other', 'Alpha notes']],
    });
    expect(Buffer.from(second ?? a).toString('latin1')).not.toMatch(/Draft|Unused/);
    expect(await layersOf(await change(a, { pages: '1' }))).toBeUndefined();
  });

  it('end, however they are nested', async () => {
    const loop = layered('Loop', '/Order 44 0 R').toString('latin1');
    const objects = loop.replace('43 0 obj\n<</Type/OCG/Name(Unused)>>', '44 0 obj\n[44 0 R[40 0 R 44 0 R]]');

    expect(await layersOf(await change(Buffer.from(objects, 'latin1'), { pages: '1' }))).toMatchObject({
      Order: [['Ink']],
    });
  });
});
