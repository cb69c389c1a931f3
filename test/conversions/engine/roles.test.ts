import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { EngineRefusal } from '../../../lib/conversions/engine/engine.ts';
import {
  documentReader,
  documentWriter,
  fileConverter,
  pairs,
} from '../../../lib/conversions/engine/roles.ts';
import { ConversionError } from '../../../lib/conversions/errors.ts';
import { paragraph, treeOf } from '../document/sample-tree.ts';

const options = z.strictObject({ size: z.number().default(7) });
const file = Buffer.from('x');
const tree = treeOf([paragraph('text')]);
const damaged = new ConversionError('corrupt_document', 'Half of it is damaged.');

const reader = documentReader({
  name: 'docforge-rtf-reader',
  from: ['rtf'],
  loss: 2,
  options,
  read: async (bytes) => ({ tree, ...(bytes.length > 1 ? { incomplete: damaged } : {}) }),
  direct: {
    to: ['text'],
    extracts: ['chunks'],
    write: async (_, { to, options: { size } }) => ({ bytes: Buffer.from(`${to} ${size}`) }),
  },
});
const toDocument = { from: 'rtf', operation: 'read', to: 'document', options: {} } as const;

describe('documentReader', () => {
  it('has an edge to the document and one to each direct target', () => {
    expect(reader.edges).toEqual([
      { from: 'rtf', operation: 'convert', to: 'text', loss: 2 },
      { from: 'rtf', operation: 'extract', to: 'chunks', loss: 2 },
      { from: 'rtf', operation: 'read', to: 'document', loss: 2 },
    ]);
  });

  it('returns the document, or a direct target with the defaults of its options', async () => {
    const read = await reader.convert(file, toDocument);
    const direct = await reader.convert(file, { ...toDocument, operation: 'extract', to: 'chunks' });

    expect(read).toEqual({ content: tree, report: { pages: tree.page_count } });
    expect(direct.content).toEqual(Buffer.from('chunks 7'));
  });

  it('declines an incomplete document and keeps it as the fallback', async () => {
    const reading = reader.convert(Buffer.from('xx'), toDocument);

    await expect(reading).rejects.toBeInstanceOf(EngineRefusal);
    await expect(reading).rejects.toMatchObject({ otherwise: damaged, fallback: { content: tree } });
  });

  it('throws TypeError for a hub, and for a format or target of another engine', async () => {
    await expect(reader.convert(tree, toDocument)).rejects.toThrow(TypeError);
    await expect(reader.convert(file, { ...toDocument, from: 'doc' })).rejects.toThrow(TypeError);
    await expect(reader.convert(file, { ...toDocument, operation: 'convert', to: 'html' })).rejects.toThrow(
      TypeError,
    );
  });
});

describe('documentWriter', () => {
  it('reports the pages of the document unless the engine does', async () => {
    const write = async () => ({ bytes: file });
    const plain = documentWriter({ name: 'docforge-text-writer', to: ['text'], options, write });
    const counting = documentWriter({
      name: 'docforge-pdf-writer',
      to: ['pdf'],
      options,
      write: async () => ({ bytes: file, pages: 9 }),
    });
    const paged = { ...tree, page_count: 3 };
    const request = { from: 'document', operation: 'convert', options: {} } as const;

    const text = await plain.convert(paged, { ...request, to: 'text' });
    const pdf = await counting.convert(paged, { ...request, to: 'pdf' });

    expect([text.report.pages, pdf.report.pages]).toEqual([3, 9]);
  });
});

describe('fileConverter', () => {
  it('has an edge for each pair', () => {
    const converter = fileConverter({
      name: 'docforge-image-to-pdf',
      pairs: pairs(['png', 'gif'], ['pdf']),
      takesSeveral: true,
      options,
      convert: async () => ({ bytes: file }),
    });

    expect(converter.edges).toEqual([
      { from: 'png', operation: 'convert', to: 'pdf', takesSeveral: true },
      { from: 'gif', operation: 'convert', to: 'pdf', takesSeveral: true },
    ]);
  });
});
