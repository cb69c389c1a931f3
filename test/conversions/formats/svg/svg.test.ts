import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import { imageInfo, plainImage } from '../image/sample-images.ts';

const svg = (body: string, size = 'width="40" height="30"'): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${body}</svg>`,
  );
const red = '<rect width="40" height="30" fill="red"/>';
const doctype = (declarations: string, body: string): Buffer =>
  Buffer.concat([Buffer.from(`<!DOCTYPE svg [${declarations}]>`), svg(body)]);
const uses = Array.from(
  { length: 12 },
  (_, at) => `<g id="g${at}">${`<use href="#g${at + 1}"/>`.repeat(10)}</g>`,
).join('');
const patterns = Array.from(
  { length: 12 },
  (_, at) => `<pattern id="p${at}">${`<rect fill="url(#p${at + 1})"/>`.repeat(10)}</pattern>`,
).join('');

describe('svg to an image', () => {
  it.each(['png', 'jpeg', 'webp', 'tiff', 'gif', 'avif'] as const)('draws %s', async (to) => {
    const result = await convert(svg(red), { from: 'svg', to });

    const { format, width, height, pixel } = await imageInfo(result.bytes);
    expect({ format, width, height }).toEqual({ format: to, width: 40, height: 30 });
    expect(pixel[0]).toBeGreaterThan(250);
    expect(result.report).toMatchObject({ engine: 'resvg-svg-to-image', warnings: [] });
  });

  it.each([
    [{ dpi: 192 }, [80, 60]],
    [{ width: 120 }, [120, 90]],
    [{ width: 120, height: 45 }, [60, 45]],
  ])('draws it with %j as %j pixels', async (options, size) => {
    const result = await convert(svg(red), { from: 'svg', to: 'png', options });

    const { width, height } = await imageInfo(result.bytes);
    expect([width, height]).toEqual(size);
  });

  it('renders text with its fonts in several scripts', async () => {
    const empty = await convert(svg(''), { from: 'svg', to: 'png' });

    for (const text of ['Grüße', '中文', 'العربية', 'हिन्दी', 'Привет']) {
      const drawn = await convert(svg(`<text y="20" font-family="Arial">${text}</text>`), {
        from: 'svg',
        to: 'png',
      });
      expect(drawn.bytes.length, text).toBeGreaterThan(empty.bytes.length + 50);
    }
  });

  it('renders embedded images', async () => {
    const blue = (await plainImage('png', { colour: '#0000ff' })).toString('base64');

    const result = await convert(
      svg(`<image width="40" height="30" xlink:href="data:image/png;base64,${blue}"/>`),
      {
        from: 'svg',
        to: 'png',
      },
    );

    expect((await imageInfo(result.bytes)).pixel).toEqual([0, 0, 255]);
  });

  it('accepts the entities that drawing programs declare', async () => {
    const bytes = doctype('<!ENTITY ns_fill "red">', '<rect width="40" height="30" fill="&ns_fill;"/>');

    const result = await convert(bytes, { from: 'svg', to: 'png' });

    expect((await imageInfo(result.bytes)).pixel).toEqual([255, 0, 0]);
  });
});

describe('svg to pdf', () => {
  it('keeps vector shapes and text', async () => {
    const result = await convert(svg('<path d="M0 0 L40 30"/><text y="20">Valley</text>'), {
      from: 'svg',
      to: 'pdf',
    });

    const text = await convert(result.bytes, { from: 'pdf', to: 'text' });
    expect(Buffer.from(text.bytes).toString()).toContain('Valley');
    expect(Buffer.from(result.bytes).includes('/Subtype/Image')).toBe(false);
    expect(result.report).toMatchObject({ engine: 'typst-svg-to-pdf', pages: 1 });
  });
});

describe('an untrusted svg', () => {
  it('never reads a file or contacts a host, and warns', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svg-'));
    const file = join(folder, 'secret.png');
    writeFileSync(file, await plainImage('png'));
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const host = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/x.png`;

    try {
      for (const reference of [
        `<image width="40" height="30" href="${file}"/>`,
        `<image width="40" height="30" xlink:href="file://${file}"/>`,
        `<image width="40" height="30" href="${host}"/>`,
        `<use href="${host}#a"/>`,
        `<style>@import url("${host}"); rect { fill: u\\72l(${host}#a) }</style><rect width="1" height="1"/>`,
        `<image width="40" height="30" href="data:image/svg+xml;base64,PHN2Zy8+"/>`,
      ]) {
        for (const to of ['png', 'pdf'] as const) {
          const bare = await convert(svg(reference), { from: 'svg', to });
          if (to === 'png') expect((await imageInfo(bare.bytes)).pixel, reference).toEqual([0, 0, 0]);
          expect(bare.report.warnings, reference).toEqual([
            'The SVG refers to external files, which are never fetched. They were left out; embed them.',
          ]);
        }
      }
      expect(asked).toBe(0);
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('drops scripts and embedded documents silently', async () => {
    const bytes = svg(`<script>1</script>${red}<foreignObject><p>x</p></foreignObject>`);

    const result = await convert(bytes, { from: 'svg', to: 'png' });

    expect((await imageInfo(result.bytes)).pixel).toEqual([255, 0, 0]);
    expect(result.report.warnings).toEqual([]);
  });

  it.each([
    [
      'nested entities',
      doctype('<!ENTITY a "lol"><!ENTITY b "&a;&a;">', '<text>&b;</text>'),
      'unsupported_content',
      /entities/,
    ],
    [
      'an external entity',
      doctype('<!ENTITY a SYSTEM "file:///etc/passwd">', '<text>&a;</text>'),
      'unsupported_content',
      /entities/,
    ],
    ['nesting', svg(`${'<g>'.repeat(5000)}${'</g>'.repeat(5000)}`), 'too_complex', /256 levels deep/],
    [
      'nested copies',
      svg(`<defs>${uses}</defs><use href="#g0"/><g id="g12">${red}</g>`),
      'too_complex',
      /300000/,
    ],
    ['nested patterns', svg(`<defs>${patterns}</defs><rect fill="url(#p0)"/>`), 'too_complex', /300000/],
    [
      'a long chain',
      svg(Array.from({ length: 5000 }, (_, at) => `<g id="g${at}"><use href="#g${at + 1}"/></g>`).join('')),
      'too_complex',
      /300000/,
    ],
    ['an excessive size', svg(red, 'width="1000000" height="1000000"'), 'too_complex', /1000000 x 1000000/],
    ['long text', svg(`<text>${'x'.repeat(6000)}</text>`), 'too_complex', /5000/],
    [
      'many filter primitives',
      svg(`<filter id="f">${'<feFlood/>'.repeat(501)}</filter><g filter="url(#f)">${red}</g>`),
      'too_complex',
      /more than 500 filter primitives/,
    ],
    // Each of these takes a renderer time that grows with its square.
    [
      'a style attribute of many declarations',
      svg(`<path style="${'a:b;'.repeat(10_001)}"/>`),
      'too_complex',
      /a style attribute with more than 10000 declarations/,
    ],
    [
      'many rules',
      svg(`<style>${'a{}'.repeat(10_000)}</style>`),
      'too_complex',
      /more than 10000 style sheets/,
    ],
    [
      'many style sheets',
      svg('<style>a</style>'.repeat(10_001)),
      'too_complex',
      /more than 10000 style sheets/,
    ],
    [
      'a rule of many declarations',
      svg(`<style>a{${'a:b;'.repeat(10_001)}}</style>`),
      'too_complex',
      /style sheets with more than 10000 declarations/,
    ],
    [
      'many references to many elements',
      svg('<g id="a"/>'.repeat(10_000) + '<use href="#a"/>'.repeat(20_000)),
      'too_complex',
      /20000 "use" elements among 30001 elements; the limit for their product is 300000000/,
    ],
    ['a truncated file', svg(red).subarray(0, 60), 'corrupt_document', /damaged/],
    ['no size', svg('', 'width="0" height="0"'), 'corrupt_document', /damaged/],
  ])('is refused for %s', async (_, bytes, code, message) => {
    const refusal = convert(bytes, { from: 'svg', to: 'png' });

    await expect(refusal).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
