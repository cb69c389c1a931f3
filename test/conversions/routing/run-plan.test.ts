import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Engine, EngineRefusal } from '../../../lib/conversions/engine/engine.ts';
import { documentExtractor } from '../../../lib/conversions/hubs/extractors.ts';
import { ConversionError } from '../../../lib/errors.ts';
import { paragraph, treeOf } from '../document/sample-tree.ts';
import { runEngines } from '../run-engines.ts';

const damaged = new ConversionError('corrupt_document', 'Two pages are damaged.');
const reader = (name: string, convert: Engine['convert']): Engine => ({
  name,
  edges: [{ from: 'rtf', operation: 'read', to: 'document' }],
  options: z.strictObject({}),
  limits: {},
  convert,
});
const half = (text: string): Engine =>
  reader('half', async () => {
    throw new EngineRefusal(damaged, { content: treeOf(text === '' ? [] : [paragraph(text)]), report: {} });
  });
const whole = reader('whole', async () => ({ content: treeOf([paragraph('all of it')]), report: {} }));
const broken = reader('broken', async () => {
  throw new Error('unforeseen');
});
const run = (...readers: Engine[]) =>
  runEngines(
    Buffer.from('x'),
    { from: 'rtf', operation: 'extract', to: 'text', options: {} },
    { engines: [...readers, documentExtractor] },
  );

describe('a route whose reader recovered part of a document', () => {
  it('writes that part if no other route does better', async () => {
    const { bytes, report } = await run(half('a part'), broken);

    expect(Buffer.from(bytes).toString()).toBe('a part');
    expect(report.tried.map(({ outcome }) => outcome)).toEqual(['refused', 'failed', 'used']);
  });

  it('is superseded by a route that reads the whole document', async () => {
    const { bytes } = await run(half('a part'), whole);

    expect(Buffer.from(bytes).toString()).toBe('all of it');
  });

  it('is refused, but not the document, if the part cannot be written', async () => {
    const { bytes } = await run(half(''), whole);

    expect(Buffer.from(bytes).toString()).toBe('all of it');
    await expect(run(half(''))).rejects.toBe(damaged);
  });
});
