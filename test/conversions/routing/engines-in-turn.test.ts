import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fileContent } from '../../../lib/conversions/engine/content.ts';
import { type Edge, type Engine, EngineRefusal } from '../../../lib/conversions/engine/engine.ts';
import { ConversionError } from '../../../lib/conversions/errors.ts';
import { createRouteTable, routeName } from '../../../lib/conversions/routing/routes.ts';
import { runEngines } from '../run-engines.ts';

const toText = { operation: 'convert', to: 'text' } as const;
const pdfToText = { from: 'pdf', ...toText, options: {} } as const;

/** An engine that appends its name, or does what `act` does. */
function engine(name: string, edges: Edge[], act?: () => never, shape: z.core.$ZodShape = {}): Engine {
  return {
    name,
    package: 'zod',
    edges,
    options: z.strictObject(shape),
    limits: {},
    convert: async (input, { options }) => {
      act?.();
      const said = JSON.stringify(options);
      const content = Buffer.from(`${Buffer.from(fileContent(input))}>${name}${said}`);
      return { content, report: { warnings: [name] } };
    },
  };
}

const edge: Edge = { from: 'pdf', ...toText };
const refusing = (code: 'corrupt_document' | 'empty_document') => (): never => {
  throw new EngineRefusal(new ConversionError(code, code));
};
const run = (engines: Engine[], options = {}) =>
  runEngines(Buffer.from('in'), { ...pdfToText, options }, { engines });

describe('running a plan', () => {
  it('uses only engines that support the value of an option', async () => {
    const narrow = engine('narrow', [edge], undefined, { size: z.number() });
    const wide = engine('wide', [edge], undefined, { size: z.union([z.number(), z.string()]) });

    const number = await run([narrow, wide], { size: 1 });
    const text = await run([narrow, wide], { size: 'large' });

    expect(number.report.tried).toEqual([{ engine: 'narrow', outcome: 'used' }]);
    expect(text.report.tried).toEqual([
      { engine: 'narrow', outcome: 'passed_over', options: ['size'] },
      { engine: 'wide', outcome: 'used' },
    ]);
  });

  it('tries the next engine after a refusal or a crash, and reports both', async () => {
    const fault = (): never => {
      throw new TypeError('x is not a function');
    };

    const { bytes, report } = await run([
      engine('first', [edge], refusing('corrupt_document')),
      engine('second', [edge], fault),
      engine('third', [edge]),
    ]);

    expect(Buffer.from(bytes).toString()).toBe('in>third{}');
    expect(report).toMatchObject({
      engine: 'third',
      tried: [
        { engine: 'first', outcome: 'refused' },
        { engine: 'second', outcome: 'failed' },
        { engine: 'third', outcome: 'used' },
      ],
      warnings: ['third'],
    });
  });

  it('skips the other engines of a failed program', async () => {
    const ofProgram = (name: string, act?: () => never): Engine => ({
      ...engine(name, [edge], act),
      program: 'office',
    });

    const { report } = await run([
      ofProgram('first', refusing('corrupt_document')),
      ofProgram('second'),
      engine('third', [edge]),
    ]);

    expect(report.tried).toEqual([
      { engine: 'first', outcome: 'refused' },
      { engine: 'third', outcome: 'used' },
    ]);
  });

  it('stops at a final error without trying another engine', async () => {
    const verdict = (): never => {
      throw new ConversionError('encrypted_document', 'locked');
    };

    await expect(run([engine('first', [edge], verdict), engine('second', [edge])])).rejects.toThrow('locked');
  });

  it('returns the most specific error', async () => {
    const engines = [
      engine('first', [edge], refusing('corrupt_document')),
      engine('second', [edge], refusing('empty_document')),
    ];

    await expect(run(engines)).rejects.toMatchObject({ code: 'empty_document' });
  });

  it('returns the fallback result if no engine does better', async () => {
    const bytes = Buffer.from('poor');
    const act = (): never => {
      throw new EngineRefusal(new ConversionError('corrupt_document', 'no'), { content: bytes, report: {} });
    };

    const result = await run([
      engine('first', [edge], act),
      engine('second', [edge], refusing('empty_document')),
    ]);

    expect(result).toMatchObject({
      bytes,
      report: {
        engine: 'first',
        tried: [
          { engine: 'first', outcome: 'refused' },
          { engine: 'second', outcome: 'refused' },
          { engine: 'first', outcome: 'used' },
        ],
      },
    });
  });

  it('returns internal_error if every engine crashes', async () => {
    const act = (): never => {
      throw new Error('/secret/path');
    };

    await expect(run([engine('first', [edge], act)])).rejects.toMatchObject({
      code: 'internal_error',
      message: expect.not.stringContaining('secret'),
    });
  });

  it('prefers engines that support the given options, and passes each only its own', async () => {
    const knowing = engine('knowing', [edge], undefined, { pages: z.string() });

    const { bytes } = await run([engine('first', [edge]), knowing], { pages: '1' });

    expect(Buffer.from(bytes).toString()).toBe('in>knowing{"pages":"1"}');
  });

  it('converts through a hub, preferring the fewest steps and losses', async () => {
    const reader = engine('reader', [{ from: 'docx', operation: 'read', to: 'document' }]);
    const poorReader = engine('poor', [{ from: 'docx', operation: 'read', to: 'document', loss: 2 }]);
    const writer = engine('writer', [{ from: 'document', ...toText }]);
    const direct = engine('direct', [{ from: 'docx', ...toText, loss: 2 }]);
    const engines = [direct, poorReader, reader, writer];

    const names = createRouteTable(engines).between('docx', toText).map(routeName);

    expect(names).toEqual(['reader + writer', 'direct', 'poor + writer']);
    const request = { from: 'docx', ...toText, options: {} } as const;
    const result = await runEngines(Buffer.from('in'), request, { engines });
    expect(Buffer.from(result.bytes).toString()).toBe('in>reader{}>writer{}');
    expect(result.report).toMatchObject({ engine: 'reader + writer', warnings: ['reader', 'writer'] });
  });

  it('re-reads a file only for a bridge, or a pdf for its page images', () => {
    const office = engine('office', [
      { from: 'doc', operation: 'convert', to: 'docx', isBridge: true },
      { from: 'docx', operation: 'convert', to: 'pdf' },
    ]);
    const pdf = engine('pdf', [edge, { from: 'pdf', operation: 'convert', to: 'png' }]);
    const engines = [office, pdf];

    expect(createRouteTable(engines).between('docx', toText)).toEqual([]);
    expect(
      createRouteTable(engines).between('doc', { operation: 'convert', to: 'png' }).map(routeName),
    ).toEqual(['office + office + pdf']);
  });

  it('skips an engine that is not installed, and reports it', async () => {
    const absent = { ...engine('absent', [edge]), package: 'absent-package' };

    const { report } = await run([absent, engine('present', [edge])]);

    expect(report.tried).toEqual([
      { engine: 'absent', outcome: 'not_installed' },
      { engine: 'present', outcome: 'used' },
    ]);
  });

  it('uses another route of an engine whose first route needs a missing engine', async () => {
    const reader = engine('reader', [{ from: 'pdf', operation: 'read', to: 'document' }]);
    const writer = engine('writer', [{ from: 'document', ...toText }]);
    const absent = { ...writer, name: 'absent', package: 'absent-package' };

    const result = run([{ ...reader, convert: refusing('empty_document') }, absent, writer]);

    await expect(result).rejects.toMatchObject({ code: 'empty_document' });
  });

  it('lists the missing engines if none is installed', async () => {
    const absent = { ...engine('absent', [edge]), package: 'absent-package' };

    await expect(run([absent])).rejects.toMatchObject({
      code: 'unsupported_content',
      message:
        'Cannot convert pdf to text here: it needs "absent", which is not installed. Run npm install absent-package',
    });
  });

  it('converts a format to itself only with an engine that supports it', () => {
    const reader = engine('reader', [{ from: 'pdf', operation: 'read', to: 'document' }]);
    const writer = engine('writer', [{ from: 'document', operation: 'convert', to: 'pdf' }]);
    const own = engine('own', [{ from: 'pdf', operation: 'convert', to: 'pdf' }]);

    expect(
      createRouteTable([reader, writer, own])
        .between('pdf', { operation: 'convert', to: 'pdf' })
        .map(routeName),
    ).toEqual(['own']);
  });
});
