import { expect, it } from 'vitest';
import type { TreeBlock } from '../../../../lib/conversions/document/document-tree.ts';
import { fileContent } from '../../../../lib/conversions/engine/content.ts';
import { docxReader } from '../../../../lib/conversions/formats/docx/reader.ts';
import { docxWriter } from '../../../../lib/conversions/formats/docx/writer.ts';
import { paragraph, treeOf } from '../../document/sample-tree.ts';
import { docxOf, readWith, paragraph as wordParagraph } from '../../office-files.ts';

it('keeps the caption of a table', async () => {
  const table: TreeBlock = {
    kind: 'table',
    caption: 'Yields "per" acre,\nin tons',
    header_rows: 1,
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
  };
  const tree = treeOf([paragraph('before'), table]);
  const [edge] = docxWriter.edges;
  if (edge === undefined) throw new Error('The engine writes nothing.');
  const { content } = await docxWriter.convert(tree, { ...edge, options: {} });

  const { tree: read } = await readWith(docxReader, fileContent(content));

  expect(read.blocks).toMatchObject([
    { kind: 'paragraph', content: [{ text: 'before' }] },
    { kind: 'table', caption: 'Yields "per" acre, in tons', header_rows: 1 },
  ]);
});

it('has the paper of its first section, which may state none', async () => {
  const size = '<w:pgSz w:w="12000" w:h="16000"/>';
  const sections = (first: string) =>
    docxOf(
      `${wordParagraph('a', `<w:sectPr>${first}</w:sectPr>`)}${wordParagraph('b')}<w:sectPr>${size}</w:sectPr>`,
    );

  expect((await readWith(docxReader, sections(size))).tree.paper).toEqual({ width: 600, height: 800 });
  expect((await readWith(docxReader, sections(''))).tree.paper).toBeUndefined();
});
