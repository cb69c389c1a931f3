import { expect, it } from 'vitest';
import { convert } from '../../lib/conversions/index.ts';
import { openZip } from '../../lib/conversions/shared/zip/open-zip.ts';

const hostile = `<?xml version="1.0"?>
<?xml-stylesheet href="https://probe.example/style.css"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40" onload="probe()">
<script>probe()</script><style>@import "https://probe.example/a.css"; rect { fill: red }</style>
<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://probe.example/"/></body></foreignObject>
<a xlink:href="javascript:probe()"><rect width="20" height="20" onclick="probe()" style="fill: url(https://probe.example/#p)"/></a>
<a><set attributeName="xlink:href" to="javascript:probe()"/><animate attributeName="href" values="javascript:probe()"/></a>
<image href="file:///probe"/><use href="https://probe.example/#x"/>
<text font-family="Georgia" x="1" y="30">shown</text></svg>`;
const damaged = '<svg xmlns="http://www.w3.org/2000/svg"><script>probe()</script><rect></svg>';

const address = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

const htmlWith = (...images: readonly string[]): Buffer =>
  Buffer.from(`<h1>Images</h1>${images.map((svg) => `<p><img alt="a" src="${address(svg)}"></p>`).join('')}`);

const notebookWith = (...images: readonly string[]): Buffer => {
  const outputs = images.map((svg) => ({
    output_type: 'display_data',
    metadata: {},
    data: { 'image/svg+xml': svg },
  }));
  const cell = { cell_type: 'code', execution_count: 1, metadata: {}, source: 'draw()', outputs };
  return Buffer.from(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] }));
};

/** The SVG images of a result: in its parts, or in `data:` addresses. */
function svgsOf(bytes: Uint8Array): string[] {
  if (bytes[0] !== 0x50) {
    const addresses = Buffer.from(bytes)
      .toString()
      .matchAll(/data:image\/svg\+xml;base64,([\w+/=]+)/g);
    return Array.from(addresses, ([, encoded = '']) => Buffer.from(encoded, 'base64').toString());
  }
  const archive = openZip(bytes);
  return archive.names
    .filter((name) => name.endsWith('.svg'))
    .map((name) => Buffer.from(archive.read(name) ?? []).toString());
}

const targets = [
  ['html', 'epub', {}],
  ['html', 'odt', {}],
  ['ipynb', 'html', {}],
  ['html', 'markdown', { images: 'files' }],
  ['html', 'markdown', { images: 'embed' }],
] as const;

it.each(targets)(
  'writes SVG images of %s to %s without code and outside references %o',
  async (from, to, options) => {
    const source = (from === 'html' ? htmlWith : notebookWith)(hostile, damaged);

    const { bytes, report } = await convert(source, { from, to, options });

    const [svg = '', blank = ''] = svgsOf(bytes);
    expect(svg).not.toContain('probe');
    expect(svg).toContain('shown');
    expect(svg).toContain('Georgia');
    expect(blank).not.toContain('probe');
    expect(report.warnings).toEqual(
      expect.arrayContaining([
        '1 SVG image was written without the external files to which it refers. Embed them.',
        '1 SVG image was left blank because it is damaged or too complex.',
      ]),
    );
  },
);

it('leaves an ordinary SVG image as it looks, without a warning', async () => {
  const plain =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs><path id="p" d="M0 0h9"/></defs><use href="#p"/><text font-family="Georgia">a &amp; b</text></svg>';

  const { bytes, report } = await convert(htmlWith(plain), { from: 'html', to: 'epub' });

  expect(svgsOf(bytes)[0]?.replaceAll(/><\/(?:path|use)>/g, '/>')).toBe(plain);
  expect(report.warnings).toEqual([]);
});
