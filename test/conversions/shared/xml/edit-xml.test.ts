import { expect, it } from 'vitest';
import { loadXmlEditor } from '../../../../lib/conversions/shared/xml/edit-xml.ts';
import { loadXmlReader } from '../../../../lib/conversions/shared/xml/read-xml.ts';

const namespaces = { 'urn:known': 'k' };
const editXml = await loadXmlEditor(namespaces);
const readXml = await loadXmlReader();
const edited = (xml: string): string => Buffer.from(editXml(Buffer.from(xml), (root) => root)).toString();

it.each([
  '<a xmlns="urn:other"><b c="1"> x &amp; y &lt; z </b><d/></a>',
  '<k:a xmlns:k="urn:known" xmlns:q="urn:other" q:r="&quot;&#10;&#9;"><q:b/>\u00e9\u{1f600}</k:a>',
])('writes an unchanged part as it was: %s', (xml) => {
  expect(edited(xml)).toBe(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`);
});

it.each([
  '<w:a xmlns:w="urn:known"><w:b w:c="1"/></w:a>',
  '<a xmlns="urn:known"><b c="1"/><![CDATA[<x>]]></a>',
  `<a xmlns="urn:known" long="${'x'.repeat(40_000)}"/>`,
])('gives elements of known namespaces the prefix that is used here', (xml) => {
  const result = edited(xml);

  expect(result).toContain('<k:a ');
  expect(result).toContain('xmlns:k="urn:known"');
  expect(readXml(Buffer.from(result), { namespaces }).children).toEqual(
    readXml(Buffer.from(xml), { namespaces }).children,
  );
});

it('refuses a part that is not well-formed', () => {
  expect(() => edited('<a><b></a>')).toThrow('not well-formed');
});
