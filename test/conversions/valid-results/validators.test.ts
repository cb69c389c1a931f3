import { unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { convert } from '../../../lib/conversions/index.ts';
import { htmlErrors } from './html-errors.ts';
import { openDocumentErrors } from './open-document-errors.ts';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>x</title></head><body>${body}</body></html>`;

describe('the check of HTML', () => {
  it.each([
    ['<p>a<table></table></p>', '<p> is not closed'],
    ['<span><div>a</div></span>', '<div> in html body span'],
    ['<ul><p>a</p></ul>', '<p> in <ul>'],
    ['<table><td>a</td></table>', '<td> in <table>'],
    ['<a href="b"><i><a href="c">d</a></i></a>', '<a> in <a>'],
    ['<ul><li>a<li>b</li></ul>', '<li> is not closed'],
    ['<p id="a"></p><p id="a"></p>', 'two ids a'],
    ['<a href="#a">b</a>', 'no id a'],
    ['<img src="a">', '<img> without alt'],
    ['<title>b</title>', '2 titles'],
  ])('finds what is wrong with %s', (body, error) => {
    expect(htmlErrors(page(body))).toContain(error);
  });

  it('finds nothing wrong with a page, and that it has an empty language and no doctype', () => {
    const body = '<p id="ä">a<br>b</p><a href="#%C3%A4">c</a><ul><li>d<ul><li>e</li></ul></li></ul>';

    expect(htmlErrors(page(body))).toEqual([]);
    expect(htmlErrors('<html lang=""><title>x</title></html>')).toEqual(['no doctype', 'an empty language']);
  });
});

describe('the check of OpenDocument', () => {
  let files: Record<string, Uint8Array>;
  beforeAll(async () => {
    const { bytes } = await convert(Buffer.from('# A\n\n**b** [c](#a)\n'), { from: 'markdown', to: 'odt' });
    files = unzipSync(bytes);
  });
  const packed = (changes: Record<string, Uint8Array> = {}): Uint8Array => {
    const { mimetype = Buffer.alloc(0), ...rest } = { ...files, ...changes };
    return zipSync({ mimetype: [mimetype, { level: 0 }], ...rest });
  };
  const changed = (part: string, from: RegExp, to: string) => ({
    [part]: Buffer.from(
      Buffer.from(files[part] ?? [])
        .toString()
        .replace(from, to),
    ),
  });

  it('finds nothing wrong with a package', () => {
    expect(openDocumentErrors(packed())).toEqual([]);
  });

  it.each([
    ['content.xml', /<\/office:text>/, '', /^content\.xml: /],
    ['content.xml', /text:style-name="[^"]*"/, 'text:style-name="Gone"', /^no style Gone$/],
    ['content.xml', /xlink:href="[^"]*"/, 'xlink:href="Pictures/a.png"', /^no file Pictures\/a\.png$/],
    ['META-INF/manifest.xml', /"content\.xml"/, '"x.xml"', /^content\.xml is not in the manifest$/],
    ['META-INF/manifest.xml', /"content\.xml"/, '"x.xml"', /^x\.xml is in the manifest only$/],
  ])('finds what is wrong with %s after %s', (part, from, to, error) => {
    expect(openDocumentErrors(packed(changed(part, from, to)))).toContainEqual(expect.stringMatching(error));
  });

  it('finds ids that are used twice, and a type that is not first', () => {
    const twice = changed(
      'content.xml',
      /<office:text/,
      '<text:p xml:id="i"/><text:p xml:id="i"/><office:text',
    );

    expect(openDocumentErrors(packed(twice))).toContain('i is the id of two elements');
    expect(openDocumentErrors(zipSync({ 'a.xml': Buffer.alloc(0), ...files }))).toContain(
      'mimetype is not first and stored',
    );
  });
});
