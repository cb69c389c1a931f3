import { describe, expect, test } from 'vitest';
import { loadXmlReader } from '../../../../lib/conversions/shared/xml/read-xml.ts';

const readXml = await loadXmlReader();
const namespaces = { 'urn:ours': 'o' };
const read = (xml: string) => readXml(Buffer.from(xml), { namespaces });

describe('the XML reader', () => {
  test('maps namespaces to fixed prefixes', () => {
    const root = read(
      '<x:a xmlns:x="urn:ours" x:b="1" c="2"><d xmlns="urn:ours">t&amp;u</d><e xmlns="urn:other"/></x:a>',
    );

    expect(root).toEqual({
      name: 'o:a',
      attributes: { 'o:b': '1', c: '2', 'xmlns:x': 'urn:ours' },
      children: [
        { name: 'o:d', attributes: { xmlns: 'urn:ours' }, children: ['t&u'] },
        { name: '?:e', attributes: { xmlns: 'urn:other' }, children: [] },
      ],
    });
  });

  test('detaches elements as they end', () => {
    const taken: string[] = [];

    const root = readXml(Buffer.from('<a><b><c/><d/></b></a>'), {
      namespaces,
      detach: { within: new Set(['b']), take: ({ name }) => taken.push(name) },
    });

    expect(taken).toEqual(['c', 'd']);
    expect(root.children).toEqual([{ name: 'b', attributes: {}, children: [] }]);
  });

  test('decodes UTF-16 and the declared encoding', () => {
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<a>żó</a>', 'utf16le')]);
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1');

    expect(readXml(wide, { namespaces }).children).toEqual(['żó']);
    expect(readXml(latin, { namespaces }).children).toEqual(['é']);
  });

  test.each([
    [
      'custom entities',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      'unsupported_content',
    ],
    ['an unknown entity', '<a>&x;</a>', 'corrupt_document'],
    ['no end', '<a><b>', 'corrupt_document'],
    ['no content', '', 'corrupt_document'],
    ['elements nested too deeply', '<a>'.repeat(1000) + '</a>'.repeat(1000), 'too_complex'],
    [
      'too many namespaces',
      `<a ${Array.from({ length: 300 }, (_, at) => `xmlns:n${at}="u${at}"`).join(' ')}/>`,
      'too_complex',
    ],
  ])('rejects %s', (_, xml, code) => {
    expect(() => read(xml)).toThrow(expect.objectContaining({ code }));
  });

  test('drops oversized attributes', () => {
    const root = read(`<a b="${'x'.repeat(40_000)}" c="y"/>`);

    expect(root.attributes).toEqual({ c: 'y' });
  });
});
