import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../../lib/conversions/detection/detect.ts';
import { convert, extract, read } from '../../../../lib/conversions/index.ts';
import { docbook, jats, xmlRecords } from '../../small-files.ts';

const markdownOf = async (text: string): Promise<string> =>
  Buffer.from(
    (await extract(Buffer.from(text), { from: 'xml', format: 'markdown', options: { images: 'none' } }))
      .bytes,
  ).toString();

const converted = async (text: string, to: 'json' | 'csv' | 'text'): Promise<string> =>
  Buffer.from((await convert(Buffer.from(text), { from: 'xml', to })).bytes).toString();

const article = (body: string): string => `<article><body>${body}</body></article>`;

describe('an article of JATS', () => {
  it('has its title, sections, lists, tables, notes, formulas and references', async () => {
    expect(await markdownOf(jats)).toBe(`# High and *low* water

Ada Lovelace

## Abstract

We measured.

## 1 Methods

See [below](#11-ports)[^1] and [there](https://example.org) [\\[1\\]](#r1).

1. One
2. Two

$$
\\frac{a}{b}
$$

and $x^{2}$

### 1.1 Ports

Table 1 Heights

| Port | m |
| --- | --- |
| Saint-Malo | 12.2 |

In metres.

Figure 1 The mole

## Thanks

All.

## References

<a id="r1"></a>1 Kelvin. *Tides*, 1882.

[^1]: By hand.
`);
  });

  it('has its metadata', async () => {
    const { metadata, language, format } = await read(Buffer.from(jats), { from: 'xml' });

    expect(metadata).toMatchObject({
      title: 'High and low water',
      author: 'Ada Lovelace',
      keywords: 'tides, ports',
    });
    expect({ language, format }).toEqual({ language: 'en', format: 'xml' });
  });

  it('escapes text that looks like markup', async () => {
    expect(await converted(article('<p>&lt;script&gt; &amp;amp; <bold>&lt;b&gt;</bold></p>'), 'text')).toBe(
      '<script> &amp; <b>\n',
    );
    expect(
      await markdownOf(
        article(
          '<p id="&quot;&gt;&lt;i">a <ext-link xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="javascript:alert(1)">b</ext-link></p>',
        ),
      ),
    ).toBe('a b\n');
  });

  it('takes the citation of an unknown note as text', async () => {
    expect(await markdownOf(article('<p>a<xref ref-type="fn" rid="none">1</xref></p>'))).toBe('a1\n');
  });
});

describe('a book of DocBook', () => {
  it('has its title, chapters, lists, listings, tables and notes', async () => {
    const markdown = await markdownOf(docbook);

    expect(markdown).toContain(
      '# Harbour guide\n\n## Tides\n\nHigh **water** comes[^1] [twice](https://example.org).',
    );
    expect(markdown).toContain('- One\n- Two\n  1. Inner\n');
    expect(markdown).toContain('**Ebb**');
    expect(markdown).toContain('```\na < b\nc\n```');
    expect(markdown).toContain('Heights\n\n| Port | m |\n| --- | --- |\n| Both |  |\n| Naples | 0.3 |');
    expect(markdown).toContain('### Deep\n\n> Care.\n\n[^1]: By the chart.');
  });

  it('has steps inside steps and tables inside tables', async () => {
    const steps =
      '<procedure><step><para>Moor</para><substeps><step><para>Tie</para></step></substeps></step></procedure>';
    const inner =
      '<entrytbl><tbody><row><entry>a</entry></row><row><entry>b</entry></row></tbody></entrytbl>';
    const table = `<informaltable><tgroup><tbody><row><entry>Port</entry>${inner}</row><row><entry>m</entry><entry>c</entry></row></tbody></tgroup></informaltable>`;
    const markdown = await markdownOf(`<chapter><para>Do:</para>${steps}${table}</chapter>`);

    expect(markdown).toContain('1. Moor\n   1. Tie');
    expect(markdown).toMatch(/Port.*a.*b.*m.*c/s);
  });

  it('is read whatever its prefix and version', async () => {
    const old =
      '<chapter><title>Tides</title><para>In <ulink url="https://example.org">ports</ulink>.</para></chapter>';

    expect(await markdownOf(old)).toBe('# Tides\n\nIn [ports](https://example.org).\n');
  });
});

describe('other XML', () => {
  it('is a listing', async () => {
    expect(await markdownOf(xmlRecords)).toBe(`\`\`\`xml\n${xmlRecords.trim()}\n\`\`\`\n`);
  });

  it('is data: records become rows', async () => {
    expect(JSON.parse(await converted(xmlRecords, 'json'))).toEqual([
      { id: '1', name: 'Saint-Malo', height: { unit: 'm', text: '12.2' } },
      { id: '2', name: 'Naples', height: { unit: 'm', text: '0.3' } },
    ]);
    expect(await converted(xmlRecords, 'csv')).toBe(
      'id,name,height.unit,height.text\r\n1,Saint-Malo,m,12.2\r\n2,Naples,m,0.3\r\n',
    );
    expect(
      JSON.parse(await converted('<a xmlns="urn:x" b="1"><c/>t<__proto__>d</__proto__></a>', 'json')),
    ).toEqual({
      a: JSON.parse('{"b": "1", "c": "", "__proto__": "d", "text": "t"}'),
    });
  });

  it('is detected by its declaration', async () => {
    expect(await detectFormat(Buffer.from(jats))).toBe('xml');
    expect(await detectFormat(Buffer.from('<?xml version="1.0"?><html><body/></html>'))).toBe('html');
    expect(await detectFormat(Buffer.from('<ports/>'))).toBe('text');
  });

  it.each([
    ['<a><b></a>', 'corrupt_document'],
    ['', 'corrupt_document'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'unsupported_content'],
    ['<a>'.repeat(769) + '</a>'.repeat(769), 'too_complex'],
    ['<article><body/></article>', 'empty_document'],
  ])('is refused: %.40s', async (text, code) => {
    await expect(markdownOf(text)).rejects.toMatchObject({ code });
  });
});
