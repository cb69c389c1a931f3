import { describe, expect, it } from 'vitest';
import { countShared, f1Of, featureKinds, featuresOfModel } from '../../../bench/quality/features.ts';
import type { DocumentTree } from '../../../lib/conversions/document/document-tree.ts';
import { toModel } from '../../../lib/conversions/document/to-model.ts';
import { walkBlocks } from '../../../lib/conversions/document/walk-blocks.ts';
import { documentContent, fileContent } from '../../../lib/conversions/engine/content.ts';
import { docxReader } from '../../../lib/conversions/formats/docx/reader.ts';
import { docxWriter } from '../../../lib/conversions/formats/docx/writer.ts';
import { odtReader } from '../../../lib/conversions/formats/odt/reader.ts';
import { odtWriter } from '../../../lib/conversions/formats/odt/writer.ts';
import { goldenTrees } from './golden-trees.ts';

const engines = { docx: [docxReader, docxWriter], odt: [odtReader, odtWriter] } as const;

async function throughFile(tree: DocumentTree, format: 'docx' | 'odt'): Promise<DocumentTree> {
  const [reader, writer] = engines[format];
  const written = await writer.convert(tree, {
    from: 'document',
    operation: 'convert',
    to: format,
    options: {},
  });
  const target = { operation: 'extract', to: 'document' } as const;
  const read = await reader.convert(fileContent(written.content), {
    from: format,
    operation: 'read',
    to: 'document',
    options: reader.options.parse({}),
    target,
  });
  return documentContent(read.content);
}

const featuresOf = (tree: DocumentTree) => {
  const { blocks, notes } = toModel(tree, { language: null, imageData: false });
  return featuresOfModel({ blocks: [...blocks], notes: [...notes].map((note) => [...note]) });
};

const all = Object.entries(goldenTrees).flatMap(([name, tree]) =>
  (['docx', 'odt'] as const).map((format): [string, 'docx' | 'odt', DocumentTree] => [name, format, tree]),
);

describe('the structure of a document', () => {
  it.each(all)('about %s is whole after %s', async (_, format, tree) => {
    const wanted = featuresOf(tree);
    const got = featuresOf(await throughFile(tree, format));

    for (const kind of featureKinds)
      expect([kind, got[kind], f1Of(countShared(wanted[kind], got[kind]))]).toEqual([kind, wanted[kind], 1]);
  });

  it.each(['docx', 'odt'] as const)('keeps labels, languages and types of notes after %s', async (format) => {
    const labels = await throughFile(goldenTrees['labels of headings'], format);
    const { blocks } = await throughFile(goldenTrees.languages, format);
    const notes = await throughFile(goldenTrees['notes of both types'], format);

    expect(labels.blocks.map((block) => (block.kind === 'heading' ? block.label : block.kind))).toEqual([
      'Article I.',
      '1.1',
      'paragraph',
      '1.2',
      undefined,
    ]);
    expect([...walkBlocks(blocks)].flatMap(({ kind, lang }) => (kind === 'list' ? [] : [lang]))).toEqual([
      undefined,
      'de-DE',
      'fr',
      'de-AT',
    ]);
    expect(notes.blocks).toMatchObject([{ content: [{}, { note: 0 }, {}, { note: 1, type: 'endnote' }] }]);
    expect(JSON.stringify(notes.notes)).toMatch(/At the foot.*At the end/);
  });

  it.each(all)('about %s is the same after %s twice', async (_, format, tree) => {
    const once = await throughFile(tree, format);
    const twice = await throughFile(once, format);

    expect(twice.blocks).toEqual(once.blocks);
    expect(twice.notes).toEqual(once.notes);
  });
});
