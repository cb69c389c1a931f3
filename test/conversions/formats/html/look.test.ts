import { describe, expect, it } from 'vitest';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { openZip } from '../../../../lib/conversions/shared/zip/open-zip.ts';

const from = 'html' as const;

async function written(html: string, to: 'docx' | 'odt'): Promise<string> {
  const { bytes } = await convert(Buffer.from(html), { from, to });
  const part = openZip(bytes).read(to === 'docx' ? 'word/document.xml' : 'content.xml');
  return Buffer.from(part ?? []).toString();
}

/** The paragraph of a Word document with this text, and the start of the cell that it is in. */
const paragraphOf = (xml: string, text: string): string =>
  xml.split(/(?=<w:tc>)|(?=<w:p>)|(?<=<\/w:tc>)/).find((part) => part.includes(`>${text}<`)) ?? '';
const cellOf = (xml: string, text: string): string =>
  xml.split(/(?=<w:tc>)/).find((part) => part.includes(`>${text}<`)) ?? '';

/** The properties of the styles of the elements around a text of an OpenDocument file, from the outermost. */
function stylesAround(xml: string, text: string): string {
  const before = xml.slice(xml.indexOf('<office:body>'), xml.indexOf(`>${text}<`) + 1);
  const own = before.slice(
    Math.max(0, before.lastIndexOf('<table:table-cell'), before.lastIndexOf('</text:p>')),
  );
  return [...own.matchAll(/style-name="([^"]+)"/g)]
    .map(
      ([, name]) => xml.split('<style:style ').find((part) => part.startsWith(`style:name="${name}" `)) ?? '',
    )
    .join(' ');
}

const mail = `<html><head><style><!--
/* Font definitions */ @font-face {font-family:Calibri;}
p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt;}
@media print { p.MsoNormal {color:lime} }
.note {color:#666; background:lightyellow} #total {text-align:right}
span.alert {color:rgb(192, 0, 0)} p {color:#123456}
--></style></head><body bgcolor="#FFFFFF">
<p class=MsoNormal><font color=red size=5>Dear all</font></p>
<p class="note">A note</p><p id=total class="MsoNormal">Total</p>
<p class=MsoNormal style='margin-left:36.0pt'>Indented <span class=alert>alert</span></p>
<div style="padding:20px;background:#102030"><p style="color:white">On dark</p><ul><li>Item on dark</li></ul></div>
<p><span style="background:yellow;mso-highlight:yellow">marked</span> <a href="https://example.org/" style="color:hsl(120, 100%, 25%)">link</a></p>
<div align=center><h2 style="color:navy;font-size:18pt">Title</h2></div>
</body></html>`;

const table = `<style>th {background:#1f4e79; color:#fff} .n {text-align:right} tr.sum {background-color:#ddd; font-size:14px}</style>
<table><thead><tr bgcolor="C0C0C0"><th>Item</th><th style="background:transparent">Price</th></tr></thead>
<tbody><tr><td>Screw</td><td class="n">1.50</td></tr>
<tr class="sum"><td>Sum</td><td class="n" style="text-align:center">9.90</td></tr></tbody></table>`;

const invoice = `<style>.invoice table tr.heading td{background:#eee;color:#333} .invoice td{color:#555} .total.due{color:#c00}
.invoice > p b{color:navy} div.other p{color:lime} .invoice p:hover{color:pink} TD.sum{text-align:right} #main .invoice td.sum{color:green} td{color:blue}</style>
<body id=main><div class=invoice><p>For <b>Ms Miller</b></p><table><tr class=heading><td>Item</td><td>Price</td></tr>
<tr><td>Screws</td><td class="sum">1.50</td></tr></table><p class="total">Plain</p><p class="total due">Due</p></div><table><tr><td>Outside</td><td>x</td></tr></table></body>`;

describe('the look of a page in Word documents', () => {
  it.each([
    ['Ms Miller', ['<w:color w:val="000080"/>']],
    ['Item', ['w:fill="EEEEEE"', '<w:color w:val="333333"/>']],
    ['Screws', ['<w:color w:val="555555"/>']],
    ['1.50', ['<w:color w:val="008000"/>', '<w:jc w:val="right"/>']],
    ['Due', ['<w:color w:val="CC0000"/>']],
    ['Outside', ['<w:color w:val="0000FF"/>']],
  ])('of selectors with several parts: %s', async (text, looks) => {
    const xml = await written(invoice, 'docx');
    const place = text === 'Ms Miller' || text === 'Due' ? paragraphOf(xml, text) : cellOf(xml, text);
    for (const look of looks) expect(place).toContain(look);
    expect(xml).not.toMatch(/00FF00|FFC0CB/);
    expect(paragraphOf(xml, 'Plain')).toMatch(/^<w:p><w:r><w:t/);
  });

  it.each([
    ['Dear all', ['<w:color w:val="FF0000"/>', '<w:sz w:val="36"/>']],
    [
      'A note',
      ['<w:shd w:val="clear" w:color="auto" w:fill="FFFFE0"/></w:pPr>', '<w:color w:val="666666"/>'],
    ],
    ['Total', ['<w:jc w:val="right"/>', '<w:sz w:val="22"/>', '<w:color w:val="123456"/>']],
    ['alert', ['<w:ind w:left="720"/>', '<w:color w:val="C00000"/>']],
    ['On dark', ['w:fill="102030"/></w:pPr>', '<w:color w:val="FFFFFF"/>']],
    ['Item on dark', ['w:fill="102030"/></w:pPr>']],
    ['marked', ['<w:shd w:val="clear" w:color="auto" w:fill="FFFF00"/></w:rPr>']],
    ['link', ['<w:color w:val="008000"/>']],
    ['Title', ['<w:jc w:val="center"/>', '<w:color w:val="000080"/>', '<w:sz w:val="36"/>']],
  ])('of a mail: %s', async (text, looks) => {
    const paragraph = paragraphOf(await written(mail, 'docx'), text);
    for (const look of looks) expect(paragraph).toContain(look);
  });

  it('of items, terms and logical alignments', async () => {
    const xml = await written(
      `<ul><li style="text-align:right">Item</li></ul><dl><dt style="color:red">Term</dt><dd style="color:blue">Meaning</dd></dl><p style="text-align:end">End</p>`,
      'docx',
    );
    expect(paragraphOf(xml, 'Item')).toContain('<w:jc w:val="right"/>');
    expect(paragraphOf(xml, 'Term')).toContain('<w:color w:val="FF0000"/>');
    expect(paragraphOf(xml, 'Meaning')).toContain('<w:color w:val="0000FF"/>');
    expect(paragraphOf(xml, 'End')).toContain('<w:jc w:val="right"/>');
  });

  it('indents what is indented only', async () => {
    const xml = await written(mail, 'docx');
    expect(xml.match(/<w:ind /g)).toHaveLength(1);
    expect(xml).not.toContain('w:fill="FFFFFF"');
  });

  it.each([
    ['Item', ['w:fill="1F4E79"', '<w:color w:val="FFFFFF"/>']],
    ['1.50', ['<w:jc w:val="right"/>']],
    ['Sum', ['w:fill="DDDDDD"', '<w:sz w:val="21"/>']],
    ['9.90', ['w:fill="DDDDDD"', '<w:jc w:val="center"/>']],
  ])('of a table: %s', async (text, looks) => {
    const cell = cellOf(await written(table, 'docx'), text);
    for (const look of looks) expect(cell).toContain(look);
  });
});

const ruled = `<style>.rows{border-collapse:collapse;border-top:3px double navy} .rows td{padding:2px} .rows tr{border-bottom:1px solid #ccc}
.rows tr:nth-child(2n + 1) td.even,.rows td:last-of-type.even{color:lime} .rows td:nth-child(2){text-align:right} .rows tr:nth-child(even) td{background:#eee}
.apart tr{border-bottom:1px solid red} .apart td{border-width:0 thick 2px; border-style:dotted; border-color:green transparent blue} h2{border-bottom:2pt solid teal}</style>
<h2>Ruled</h2><table class=rows><thead style="border-bottom:2px solid"><tr style="border:none"><th>Head</th><th>Value</th></tr></thead>
<tbody><tr><td>First</td><td>1</td></tr><tr><td>Second</td><td style="border:none">2</td></tr></tbody></table>
<table border=1><tr><td>Grid</td><td style="border-left:none">Part</td></tr></table><table class=apart><tr><td>Own</td><td>x</td></tr></table>
<table><tr><td>None</td><td>x</td></tr></table>
<div style="border:1px dashed"><p>Framed</p><p>too</p></div><div style="border:1px solid"><h3>Not</h3><p>framed</p></div><div style="border-left:4px solid gold"><h3>Marked</h3></div>`;

describe('borders', () => {
  const ruledXml = written(ruled, 'docx');
  const side = (name: string, type: string, width: number, colour: string, space = 0): string =>
    `<w:${name} w:val="${type}" w:sz="${width}" w:space="${space}" w:color="${colour}"/>`;

  it.each([
    ['Head', `<w:tcBorders>${side('bottom', 'single', 12, '000000')}</w:tcBorders>`],
    ['Head', '<w:jc w:val="center"/>'],
    ['First', `<w:tcBorders>${side('bottom', 'single', 6, 'CCCCCC')}</w:tcBorders></w:tcPr>`],
    ['1', '<w:jc w:val="right"/>'],
    ['Second', 'w:fill="EEEEEE"'],
    ['2', `<w:tcBorders>${side('bottom', 'single', 6, 'CCCCCC')}</w:tcBorders>`],
    ['Grid', ['top', 'left', 'bottom', 'right'].map((name) => side(name, 'single', 6, '808080')).join('')],
    ['Part', ['top', 'bottom', 'right'].map((name) => side(name, 'single', 6, '808080')).join('')],
    ['Own', `<w:tcBorders>${side('bottom', 'dotted', 12, '0000FF')}</w:tcBorders>`],
    ['None', '<w:tcPr><w:tcW w:w="808" w:type="dxa"/></w:tcPr>'],
  ])('of cells in Word documents: %s', async (text, look) => {
    expect(cellOf(await ruledXml, text)).toContain(look);
  });

  it('of tables and paragraphs in Word documents', async () => {
    const xml = await ruledXml;
    const inside = '<w:insideH w:val="nil"/><w:insideV w:val="nil"/></w:tblBorders>';

    expect(xml).toContain(
      `<w:tblBorders>${side('top', 'double', 6, '000080')}<w:left w:val="nil"/><w:bottom w:val="nil"/><w:right w:val="nil"/>${inside}`,
    );
    expect(xml.split(inside)).toHaveLength(5);
    expect(paragraphOf(xml, 'Ruled')).toContain(
      `<w:pBdr>${side('bottom', 'single', 16, '008080', 3)}</w:pBdr>`,
    );
    const frame = ['top', 'left', 'bottom', 'right'].map((name) => side(name, 'dashed', 6, '000000', 3));
    for (const text of ['Framed', 'too']) expect(paragraphOf(xml, text)).toContain(frame.join(''));
    for (const text of ['Not', 'framed']) expect(paragraphOf(xml, text)).not.toContain('w:pBdr');
    expect(paragraphOf(xml, 'Marked')).toContain(
      `<w:pBdr>${side('left', 'single', 24, 'FFD700', 3)}</w:pBdr>`,
    );
    expect(xml).not.toMatch(/00FF00|F2F2F2/);
  });

  it('in OpenDocument texts', async () => {
    const xml = await written(ruled, 'odt');

    expect(stylesAround(xml, 'Head')).toContain(
      'fo:border-top="2.3pt double #000080" fo:border-bottom="1.5pt solid #000000"',
    );
    expect(stylesAround(xml, 'First')).toContain('fo:padding="3pt" fo:border-bottom="0.8pt solid #cccccc"/>');
    expect(stylesAround(xml, 'None')).not.toContain('border');
    expect(xml).toContain('fo:border-bottom="2pt solid #008080" fo:padding-bottom="3pt"/>');
  });

  it('are a grid for tables of other formats', async () => {
    const { bytes } = await convert(Buffer.from('a,b\n1,2\n'), { from: 'csv', to: 'docx' });

    expect(Buffer.from(openZip(bytes).read('word/document.xml') ?? []).toString()).not.toContain(
      'w:tblBorders',
    );
  });
});

describe('the widths of tables', () => {
  const widthsIn = (xml: string): number[] =>
    [...xml.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, width]) => Number(width) / 20);

  it.each([
    ['their text', '<table><tr><td>1234567890<td>12<tr><td><td>1</table>', [80, 40]],
    ['the page', '<table width="100%"><tr><td>12345<td>12345</table>', [240.95, 240.95]],
    ['a length', '<table style="width:400px"><tr><td>12345<td>12345</table>', [150, 150]],
    [
      'their cells',
      '<style>.l{width:25%}</style><table width=400><tr><td class=l>A<td>B<td width=40>C</table>',
      [75, 195, 30],
    ],
    ['text of its size', '<table style="font-size:22pt"><tr><td>12345<td>12345</table>', [80, 80]],
  ])('are those of %s', async (_, html, widths) => {
    expect(widthsIn(await written(html, 'docx'))).toEqual(widths);
  });

  it('in OpenDocument texts', async () => {
    const xml = await written('<table><tr><td>1234567890<td>12</table>', 'odt');

    expect(xml).toContain('style:width="120pt" table:align="left"');
    expect(xml).toContain('<style:table-column-properties style:column-width="80pt"/>');
  });
});

describe('a table for layout', () => {
  const html = `<table><tr><td colspan=2><table><tr><td>Inner<td>too</table></td></tr>
<tr><td bgcolor=silver>Left</td><td align=right>Right</td></tr><tr><td>Below</td><td><table role=presentation><tr><td>Deep<td>er</table></td></tr>
<tr><td>Alone</td><td> </td></tr><tr><td>${'Long text. '.repeat(300)}</td><td>Menu</td></tr></table>`;

  it('keeps cells beside each other that fit on a page', async () => {
    const xml = await written(html, 'docx');
    const rows = [...xml.matchAll(/<w:tr>.*?<\/w:tr>/gs)].map(([row]) =>
      row
        .split('<w:tc>')
        .slice(1)
        .map((cell) => cell.replaceAll(/<[^>]*>/g, '')),
    );

    expect(rows).toEqual([
      ['Inner', 'too'],
      ['Left', 'Right'],
      ['Below', 'Deeper'],
    ]);
    expect(cellOf(xml, 'Left')).toContain('w:fill="C0C0C0"');
    expect(cellOf(xml, 'Right')).toContain('<w:jc w:val="right"/>');
    expect(xml.match(/<w:cantSplit\/>/g)).toHaveLength(1);
    expect(xml).toMatch(/>Alone<.*>Menu</s);
  });
});

describe('the paper of a page', () => {
  it.each([
    ['@page { size: A4 landscape; margin: 1cm }', 'w:w="16838" w:h="11906" w:orient="landscape"'],
    ['@page{size:landscape}', 'w:w="16838" w:h="11906" w:orient="landscape"'],
    ['@page { margin: 1cm; size: 5in 4in } @page :first { size: A3 }', 'w:w="7200" w:h="5760"'],
    ['@page { size: letter }', 'w:w="12240" w:h="15840"'],
    ['@page { size: 1mm } @page { size: auto }', 'w:w="11906" w:h="16838"'],
  ])('is that of its rule %s', async (rule, size) => {
    expect(await written(`<style>${rule}</style><p>x`, 'docx')).toContain(`<w:pgSz ${size}`);
  });
});

describe('what floats', () => {
  it('is apart from the text around it', async () => {
    const page = (attributes: string): string =>
      `<style>.when{float:right}</style><p><span ${attributes}>2021</span><b>Clerk</b>`;

    const [rule, own] = await Promise.all(
      [page('class=when'), page('style="float: left"')].map((html) => written(html, 'docx')),
    );

    for (const xml of [rule, own]) expect(xml?.replaceAll(/<[^>]*>/g, '')).toContain('2021 Clerk');
  });
});

it('a centred line is not moved by the space at its sides', async () => {
  const xml = await written(
    '<h1 style="text-align:center;margin:10px">Merit</h1><div style="text-align:center"><p style="padding:0 40px">Name</p><p style="margin-left:40px">Off</p></div>',
    'docx',
  );

  expect(paragraphOf(xml, 'Merit')).not.toContain('<w:ind');
  expect(paragraphOf(xml, 'Name')).not.toContain('<w:ind');
  expect(paragraphOf(xml, 'Off')).toContain('<w:ind w:left="600"/>');
});

describe('the look of a message', () => {
  it('is that of its page', async () => {
    const head = 'Subject: s\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n';
    const message = `${head}${mail.replaceAll('\n', '\r\n')}`;
    const { bytes } = await convert(Buffer.from(message), { from: 'eml', to: 'docx' });
    const xml = Buffer.from(openZip(bytes).read('word/document.xml') ?? []).toString();

    expect(paragraphOf(xml, 'Dear all')).toContain('<w:color w:val="FF0000"/>');
  });
});

describe('the look of a page in OpenDocument texts', () => {
  it.each([
    ['mail', 'Dear all', ['fo:color="#ff0000"', 'fo:font-size="18pt"']],
    ['mail', 'A note', ['<style:paragraph-properties fo:background-color="#ffffe0"/>', 'fo:color="#666666"']],
    ['mail', 'alert', ['fo:margin-left="36pt"', 'fo:color="#c00000"']],
    ['mail', 'Item on dark', ['fo:background-color="#102030"']],
    ['mail', 'Title', ['fo:text-align="center"', 'parent-style-name="Heading_20_2"', 'fo:color="#000080"']],
    ['table', 'Item', ['fo:background-color="#1f4e79"', 'fo:color="#ffffff"']],
    ['table', '1.50', ['fo:text-align="end"']],
    ['table', '9.90', ['fo:background-color="#dddddd"', 'fo:text-align="center"']],
  ])('of a %s: %s', async (page, text, looks) => {
    const styles = stylesAround(await written(page === 'mail' ? mail : table, 'odt'), text);
    for (const look of looks) expect(styles).toContain(look);
  });
});

describe('looks elsewhere', () => {
  const markdown = async (bytes: Uint8Array, format: 'html' | 'docx' | 'odt'): Promise<string> =>
    Buffer.from((await convert(bytes, { from: format, to: 'markdown' })).bytes).toString();

  it.each(['docx', 'odt'] as const)('change no text on the way through %s', async (to) => {
    for (const html of [mail, table]) {
      const { bytes } = await convert(Buffer.from(html), { from, to });
      expect(await markdown(bytes, to)).toBe(await markdown(Buffer.from(html), from));
    }
  });

  it('are in no other result', async () => {
    const plain = mail
      .replace(/<style>.*<\/style>/s, '')
      .replaceAll(/ (?:bgcolor|color|size|style)=("[^"]*"|'[^']*'|\w+)/g, '');
    expect(await markdown(Buffer.from(mail), from)).toBe(await markdown(Buffer.from(plain), from));
    const { bytes } = await extract(Buffer.from(mail), { from, format: 'document' });
    expect(Buffer.from(bytes).toString()).not.toMatch(/look|ff0000/);
  });

  it('take linear time', async () => {
    const rules = Array.from(
      { length: 4000 },
      (_, at) => `.a${at} .b div p{color:red} .d p.x${at}{color:red}`,
    ).join('');
    const nested = `${'<div class="b d">'.repeat(100)}${'<p class="x1">text</p>'.repeat(3000)}`;
    expect(await written(`<style>${rules}</style>${nested}<p>end`, 'docx')).toContain('>end<');
  });

  it('are bounded and survive damaged styles', async () => {
    const rules = Array.from({ length: 20_000 }, (_, at) => `.c${at},p.c${at}{color:red}`).join('');
    const damaged = '} { } @media { p { color: blue ';
    const classes = Array.from({ length: 500 }, (_, at) => `c${at}`).join(' ');
    const inline =
      'color:#12345;font-size:1e9px;margin-left:-3px;background:rgb(x,y,z);color;:;font-size:99999999pt';
    const long = `.long{background:red url(data:image/png;base64,${'A'.repeat(100_000)})}`;
    const html = `<style>${long}${rules}${damaged}</style>${`<p class="long ${classes}" style="${inline}">text</p>`.repeat(200)}<p class="constructor __proto__" id="toString">end</p>`;
    const xml = await written(html, 'docx');
    expect(xml).toContain('>end<');
    expect(xml).not.toMatch(/undefined|NaN|w:ind/);
  });
});
