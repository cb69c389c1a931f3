import { expect, it } from 'vitest';
import { needsOfTarget } from '../../../../lib/conversions/document/needs.ts';
import { readDoc } from '../../../../lib/conversions/formats/doc/read-doc.ts';
import { docOf } from './doc-of.ts';

const none = { body: '', footnotes: '', headers: '', comments: '', endnotes: '' };

async function read(body: string) {
  const text = `${body}\r`;
  const { tree, warnings } = await readDoc(
    docOf({ ...none, body: text }, [text], {}),
    needsOfTarget(undefined),
  );
  return { text: JSON.stringify(tree.blocks), warnings };
}

it.each([
  ['\u0013 TOC \\o "1-3" \u0014Update the field.\u0015', 'TOC'],
  ['a\u0013 INDEX \u0014\u0015', 'INDEX'],
  ['a\u0013 INDEX \u0015', 'INDEX'],
])('leaves an index out that was never filled, with a warning: %j', async (body, name) => {
  const { text, warnings } = await read(body);

  expect(text).not.toContain('Update');
  expect(warnings).toEqual([expect.stringContaining(`left out: ${name}. Update the fields`)]);
});

it.each([
  '\u0013 TOC \u0014Marker 1\u0015',
  '\u0013 TOC \u0014\u0013 HYPERLINK \\l "x" \u0014Marker\u0015\u0015',
  '\u0013 TOC \u0014Marker\rUpdate\u0015',
])('keeps one that was filled: %j', async (body) => {
  const { text, warnings } = await read(body);

  expect(text).toContain('Marker');
  expect(warnings).toEqual([]);
});
