import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Engine, EngineRefusal } from '../../../lib/conversions/engine/engine.ts';
import { ConversionError } from '../../../lib/conversions/errors.ts';
import { documentExtractor } from '../../../lib/conversions/hubs/extractors.ts';
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

it('does not take a document that was read without recognition for the pages to recognize', async () => {
  const request = { from: 'rtf', operation: 'extract', to: 'text', options: {} } as const;
  const recognition = { role: 'recognize', pages: [1] } as const;

  const outcome = runEngines(Buffer.from('x'), request, {
    engines: [broken, whole, documentExtractor],
    recognition,
  });

  await expect(outcome).rejects.toMatchObject({ code: 'internal_error' });
});

describe('a route that lacks options of the request', () => {
  const options = { page_numbers: true, language: 'de' };
  const best: Engine = { ...whole, name: 'best', options: z.strictObject({ language: z.string() }) };
  const able: Engine = {
    ...whole,
    name: 'able',
    options: z.strictObject({ language: z.string(), page_numbers: z.boolean() }),
  };
  const tried = async (engines: readonly Engine[], given: Readonly<Record<string, unknown>>) => {
    const request = { from: 'rtf', operation: 'extract', to: 'text', options: given } as const;
    const { report } = await runEngines(Buffer.from('x'), request, {
      engines: [...engines, documentExtractor],
    });
    return report.tried.map(({ engine, ...attempt }) => ({ engine: engine.split(' ')[0], ...attempt }));
  };

  it('is reported as passed over with their names if it is the best', async () => {
    expect(await tried([best, able], options)).toEqual([
      { engine: 'best', outcome: 'passed_over', options: ['page_numbers'] },
      { engine: 'able', outcome: 'used' },
    ]);
  });

  it('is not reported if it is not the best, not installed or not passed over', async () => {
    const used = [{ engine: 'able', outcome: 'used' }];

    expect(await tried([able, best], options)).toEqual(used);
    expect(await tried([{ ...best, package: 'absent-package' }, able], options)).toEqual(used);
    expect(await tried([best, able], { language: 'de' })).toEqual([{ engine: 'best', outcome: 'used' }]);
  });
});
