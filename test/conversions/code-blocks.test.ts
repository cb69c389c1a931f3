import { expect, it } from 'vitest';
import type { TreeBlock } from '../../lib/conversions/document/document-tree.ts';
import { fileContent } from '../../lib/conversions/engine/content.ts';
import { docxReader } from '../../lib/conversions/formats/docx/reader.ts';
import { docxWriter } from '../../lib/conversions/formats/docx/writer.ts';
import { odtReader } from '../../lib/conversions/formats/odt/reader.ts';
import { odtWriter } from '../../lib/conversions/formats/odt/writer.ts';
import { rtfReader } from '../../lib/conversions/formats/rtf/reader.ts';
import { paragraph, treeOf } from './document/sample-tree.ts';
import { readWith } from './office-files.ts';

const code = (text: string): TreeBlock => ({ kind: 'code', text });

it.each([
  ['docx', docxReader, docxWriter],
  ['odt', odtReader, odtWriter],
])('reads neighbouring blocks of code from %s as they were written', async (_, reader, writer) => {
  const blocks = [code('one\n\ntwo'), code('three'), paragraph('after'), code('four')];
  const [edge] = writer.edges;
  if (edge === undefined) throw new Error('The engine writes nothing.');

  const { content } = await writer.convert(treeOf(blocks), { ...edge, options: {} });
  const { tree } = await readWith(reader, fileContent(content));

  expect(tree.blocks).toMatchObject(blocks);
});

it('separates code in RTF at an empty paragraph of another style', async () => {
  const line = (text: string): string => `\\pard\\s1 ${text}\\par`;
  const rtf = `{\\rtf1{\\stylesheet{\\s0 Normal;}{\\s1 Preformatted Text;}}${line('one')}${line('')}${line('two')}\\pard\\s0\\par${line('three')}}`;

  const { tree } = await readWith(rtfReader, Buffer.from(rtf));

  expect(tree.blocks).toEqual([code('one\n\ntwo'), code('three')]);
});

it('reads code in the items of an odt list', async () => {
  const item = { blocks: [paragraph('item'), code('one'), code('two'), paragraph('more')] };
  const [edge] = odtWriter.edges;
  if (edge === undefined) throw new Error('The engine writes nothing.');

  const { content } = await odtWriter.convert(treeOf([{ kind: 'list', ordered: false, items: [item] }]), {
    ...edge,
    options: {},
  });
  const { tree } = await readWith(odtReader, fileContent(content));

  expect(tree.blocks).toMatchObject([{ kind: 'list', items: [item] }]);
});
