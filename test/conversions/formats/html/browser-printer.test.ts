import { createSocket, type Socket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fontPath } from '../../../../lib/conversions/backends/fonts/fonts.ts';
import { itLong } from '../../../support/long-run.ts';
import { convertInProcess } from '../../engine-runner.ts';
import { readPdf } from '../../read-pdf.ts';
import { makePng } from '../../sample-files.ts';

let folder: string;
let server: Server;
let socket: Socket;
let contacts = 0;
let port = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chromium-test-'));
  server = createServer((connection) => {
    contacts += 1;
    connection.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  socket = createSocket('udp4').on('message', () => {
    contacts += 1;
  });
  await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  socket.close();
  await rm(folder, { recursive: true });
});

const html = (body: string, head = ''): Buffer =>
  Buffer.from(
    `<!doctype html><html lang="en"><head><title>Harvest</title>${head}</head><body>${body}</body></html>`,
  );

/** A page with every kind of external reference to `place`. */
const fetching = (place: string): string => `
<link rel=stylesheet href="${place}/a.css"><link rel=preload as=image href="${place}/b"><link rel=prefetch href="${place}/c"><link rel=preconnect href="${place}"><link rel=icon href="${place}/d"><link rel=modulepreload href="${place}/e"><link rel=manifest href="${place}/f">
<style>@import url("${place}/g.css");@font-face{font-family:X;src:url(${place}/h.woff2)}body{font-family:X;background:url(${place}/i.png);cursor:url(${place}/j.cur),auto}li{list-style-image:url(${place}/k.png)}</style><ul><li>x</ul>
<img src="${place}/l.png" srcset="${place}/m.png 2x"><picture><source srcset="${place}/n.png"><img></picture><input type=image src="${place}/o.png"><table background="${place}/p.png"><tr><td>x</table>
<iframe src="${place}/q"></iframe><iframe srcdoc="<img src='${place}/r.png'>"></iframe><iframe src="data:text/html,<img src='${place}/s.png'>"></iframe><object data="${place}/t"></object><embed src="${place}/u"><portal src="${place}/v"></portal>
<video src="${place}/w.mp4" poster="${place}/x.png" autoplay><track src="${place}/y.vtt" default></video><audio src="${place}/z.mp3" autoplay></audio>
<script src="${place}/aa.js"></script><script type=importmap>{"imports":{"x":"${place}/ab.js"}}</script><script type=speculationrules>{"prefetch":[{"source":"list","urls":["${place}/ac"]}]}</script>
<script>fetch('${place}/ad');new WebSocket('${place.replace('http', 'ws')}/ae');new EventSource('${place}/af');navigator.sendBeacon('${place}/ag');new Worker('${place}/ah');new RTCPeerConnection({iceServers:[{urls:'stun:127.0.0.1:${port}'}]}).createDataChannel('x');location='${place}/ai'</script>
<a ping="${place}/aj" href="${place}/ak">x</a><form action="${place}/al"><input autofocus onfocus="this.form.submit()"></form><base href="${place}/">
<svg onload="fetch('${place}/am')"><use href="${place}/an.svg#a"/><image href="${place}/ao.png"/><style>@import '${place}/ap.css'</style></svg>`;

describe('the browser', () => {
  itLong.each(['\u0301', '&#769;', '&#x301;'])(
    'prints a letter with a million combining marks written as %s',
    async (mark) => {
      const { bytes } = await convertInProcess(
        html(`<p>Apples a${mark.repeat(1_000_000)}</p>`),
        'html',
        'pdf',
      );

      expect((await readPdf(bytes)).text).toContain('Apples');
    },
  );

  it('prints every script with its own font, and returns the same bytes each time', async () => {
    const words = ['Grüße', 'Дождь', 'नमस्ते', 'สวัสดี', '日本語', '한국어'];
    const page = html(
      `<h1>Harvest</h1><p>${words.join(' ')}</p><h2>Weather</h2><img src="data:image/png;base64,${makePng(20).toString('base64')}">`,
    );

    const first = await convertInProcess(page, 'html', 'pdf');
    const second = await convertInProcess(page, 'html', 'pdf');

    const { text, title, width } = await readPdf(first.bytes);
    // Skia maps some glyphs to radicals that look the same; PDF.js inserts spaces into Devanagari.
    const found = text.normalize('NFKC').replaceAll(/\s+/g, '');
    for (const word of words) expect(found).toContain(word);
    expect(title).toBe('Harvest');
    expect(Math.abs(width - 595.28)).toBeLessThan(1);
    expect(first.bytes.toString('latin1')).toContain('/StructTreeRoot');
    expect(first.bytes.toString('latin1')).toContain('/Width 20');
    expect(first.report).toMatchObject({ engine: 'chromium-html-to-pdf', pages: 1, warnings: [] });
    expect(second.bytes.equals(first.bytes)).toBe(true);
  });

  it('applies paper size, header and footer', async () => {
    const page = html('one<p style="break-before:page">two<p style="break-before:page">three');
    const options = {
      page_size: 'A5',
      landscape: true,
      margin: { top: 30 },
      header: '{title} <b>',
      footer: '{page} of {pages}',
      pages: '-1',
    };

    const { bytes, report } = await convertInProcess(page, 'html', 'pdf', options);

    const { text, width } = await readPdf(bytes);
    expect(text).toContain('Harvest <b>');
    expect(text).toContain('three');
    expect(text).not.toContain('one');
    expect(text).toContain('of 3');
    expect(Math.abs(width - 595.28)).toBeLessThan(1);
    expect(report.pages).toBe(1);
  });

  it('uses the paper size that the page sets', async () => {
    const { bytes } = await convertInProcess(
      html('x', '<style>@page { size: 100mm 50mm; margin: 0 }</style>'),
      'html',
      'pdf',
    );

    expect(Math.round((await readPdf(bytes)).width)).toBe(283);
  });

  it('uses the paper size of the options in place of that of the page', async () => {
    const page = html('x', '<style>@page { size: 100mm 50mm; margin: 0 }</style>');
    const { bytes } = await convertInProcess(page, 'html', 'pdf', { page_size: 'A5', landscape: false });
    const { width, height } = await readPdf(bytes);

    expect([width, height].map(Math.round).sort()).toEqual([420, 596]);
  });

  it('reads the encoding that the page or the option sets', async () => {
    const page = Buffer.from('<meta charset=windows-1251><p>\xc4\xee\xe6\xe4\xfc', 'latin1');
    const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b]);

    const named = await convertInProcess(page, 'html', 'pdf');
    const told = await convertInProcess(japanese, 'html', 'pdf', { encoding: 'shift_jis' });

    expect((await readPdf(named.bytes)).text).toContain('Дождь');
    expect((await readPdf(told.bytes)).text.normalize('NFKC')).toContain('日本');
  });

  it.each(['png', 'jpeg', 'webp'] as const)('renders a %s of the whole page', async (to) => {
    const page = html('<div style="height:1900px;background:#f00">x</div>', '<style>body{margin:0}</style>');

    const { bytes, report } = await convertInProcess(page, 'html', to, { viewport_width: 500 });

    const { format, width, height } = await sharp(bytes).metadata();
    expect([format, width, height]).toEqual([to, 500, 1900]);
    expect(report.engine).toBe('chromium-html-to-image');
  });

  it.each([
    ['pdf', 'chromium-html-to-pdf'],
    ['jpeg', 'chromium-html-to-image'],
  ] as const)('warns in a %s about external resources', async (to, engine) => {
    const page =
      '<link rel="StyleSheet" href="a.css"><p>Text<img src="b.png"><img src="//example.com/c.png"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';

    const { report } = await convertInProcess(Buffer.from(page), 'html', to);

    expect(report).toMatchObject({
      engine,
      warnings: [
        '2 external images were not fetched. Embed them as data URIs.',
        '1 external style sheet was not fetched. Move the rules to a style element.',
      ],
    });
  });

  it('warns of characters that no font has, unless the page has fonts', async () => {
    const font = readFileSync(fontPath('mono')).toString('base64');
    const face = `<style>@font-face{font-family:Own;src:url(data:font/ttf;base64,${font})}p{font-family:Own}</style>`;
    const body = `<p>Grüße ∮ ☐ 𝔸 ก \ue000 𒀀</p><p hidden>\ue001</p>`;

    const bare = await convertInProcess(html(body), 'html', 'pdf');
    const own = await convertInProcess(html(body, face), 'html', 'pdf');

    expect(bare.report.warnings).toEqual([
      '2 characters were not found in any font (shown as boxes): U+E000, U+12000.',
    ]);
    expect(own.report.warnings).toEqual([]);
  });

  it('prints what a page of frames has for browsers without them, and refuses one that has nothing', async () => {
    const frames = (noframes: string): Buffer =>
      Buffer.from(
        `<head><title>Fish &amp; nets</title></head><frameset cols="1,2">stray<frame src="menu.html"><frame src="main.html">${noframes}</frameset>`,
      );

    const { bytes, report } = await convertInProcess(
      frames('<noframes><body><p>Cod and hake</p></body></noframes>'),
      'html',
      'pdf',
    );

    expect(await readPdf(bytes)).toMatchObject({
      text: expect.stringContaining('Cod and hake'),
      title: 'Fish & nets',
    });
    expect(report.warnings).toEqual([
      'The page shows frames, which are files of their own: menu.html, main.html. Convert them too.',
    ]);
    await expect(convertInProcess(frames(''), 'html', 'pdf')).rejects.toMatchObject({
      code: 'empty_document',
      message:
        'The page has no text of its own. It shows frames, which are other files: menu.html, main.html. Convert those.',
    });
  });

  it('ignores frames in a page with content, as browsers do', async () => {
    const { bytes, report } = await convertInProcess(
      html('<p>Cod</p><frameset><frame src="a.html"><noframes>no</noframes></frameset><p>Hake</p>'),
      'html',
      'pdf',
    );

    expect((await readPdf(bytes)).text).toMatch(/Cod\s+Hake/);
    expect(report.warnings).toEqual([]);
  });

  it('makes no network request by any means', async () => {
    await writeFile(join(folder, 'a.css'), 'body::before { content: "stolen" }');
    await writeFile(join(folder, 'l.png'), makePng(33));
    await writeFile(join(folder, 'q'), 'stolen');
    const places = [`http://127.0.0.1:${port}`, `http://localhost:${port}`, `file://${folder}`, folder];

    for (const place of places) {
      const { bytes } = await convertInProcess(html(`<p>kept</p>${fetching(place)}`), 'html', 'pdf');
      const { text } = await readPdf(bytes);
      expect(text).toContain('kept');
      expect(text).not.toContain('stolen');
      expect(bytes.toString('latin1')).not.toContain('/Width 33');
    }

    expect(contacts).toBe(0);
  });

  it('declines a page that redirects', async () => {
    const plain = `<meta http-equiv=refresh content="0;url=data:text/html,stolen">`;
    const hidden = `<meta http-equiv="&#114;efresh" content="0;url=http://127.0.0.1:${port}/">`;

    const stayed = await convertInProcess(html('<p>kept', plain), 'html', 'pdf');
    const left = await convertInProcess(html('<p>kept', hidden), 'html', 'pdf');

    expect((await readPdf(stayed.bytes)).text).toContain('kept');
    expect(stayed.report.engine).toBe('chromium-html-to-pdf');
    expect(left.report.tried[0]).toEqual({ engine: 'chromium-html-to-pdf', outcome: 'refused' });
    expect(contacts).toBe(0);
  });

  it('keeps nothing of a document for the next one', async () => {
    const plain = html('<table><tr><th>Fruit<th>Price<tr><td>\u9aa8\u76f4<td>2</table>');
    const marked = Buffer.from(
      `<meta http-equiv=content-language content=ja><meta name=color-scheme content=dark><base href="data:text/plain,"><title>Kept</title><style>@page { size: 50mm 50mm } * { color: red !important }</style><table><tr><th>a<th>b</table>`,
    );
    const first = await convertInProcess(plain, 'html', 'pdf');

    await convertInProcess(marked, 'html', 'pdf');
    await convertInProcess(html('x'), 'html', 'png', { viewport_width: 300, pixel_ratio: 3 });
    const second = await convertInProcess(plain, 'html', 'pdf');
    const wide = await convertInProcess(html('x'), 'html', 'png');

    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect((await sharp(wide.bytes).metadata()).width).not.toBe(900);
  });

  it('refuses an empty page', async () => {
    await expect(convertInProcess(Buffer.from(' \n'), 'html', 'pdf')).rejects.toMatchObject({
      code: 'empty_document',
    });
  });
});
