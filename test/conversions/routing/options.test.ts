import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fileContent } from '../../../lib/conversions/engine/content.ts';
import { type Edge, type Engine, EngineRefusal } from '../../../lib/conversions/engine/engine.ts';
import {
  conversionTargets,
  extractFormatsFrom,
  formatsTable,
  parseOptions,
} from '../../../lib/conversions/routing/options.ts';
import { engines as allEngines } from '../../../lib/conversions/routing/registry.ts';
import { routeName, routes } from '../../../lib/conversions/routing/routes.ts';
import { runRoutes } from '../../../lib/conversions/routing/run-routes.ts';
import { ConversionError } from '../../../lib/errors.ts';

const isPicture = (format: string): boolean => ['png', 'jpeg', 'webp', 'tiff', 'gif'].includes(format);
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
  runRoutes(Buffer.from('in'), { ...pdfToText, options }, { engines });

describe('the table of engines', () => {
  it('lists what each format can become, itself only where an engine changes it', () => {
    expect(conversionTargets('pdf')).toEqual(expect.arrayContaining(['pdf', 'text']));
    expect(conversionTargets('text')).toContain('pdf');
    expect(conversionTargets('text')).not.toContain('text');
    expect(extractFormatsFrom('pdf')).toEqual(
      expect.arrayContaining(['text', 'structured', 'chunks', 'metadata']),
    );
  });

  it('describes the options of each pair as JSON Schema', () => {
    const row = formatsTable().find(({ from, to }) => from === 'text' && to === 'pdf');

    expect(row?.options).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: { page_size: { default: 'A4', enum: expect.arrayContaining(['A4', 'Letter']) } },
    });
  });
});

it('says of an option what the engine that is asked first says', () => {
  const row = formatsTable().find(({ from, to }) => from === 'text' && to === 'pdf');

  expect(row?.options).toMatchObject({
    properties: {
      font: { default: 'auto' },
      page_numbers: { default: false },
      header: { type: 'string' },
    },
  });
});

describe('the table of engines and its options', () => {
  const typesOf = (schema: z.core.JSONSchema._JSONSchema): unknown[] =>
    typeof schema === 'boolean' ? [] : [schema.type ?? schema.anyOf?.flatMap(typesOf)].flat();

  it('gives an option of one name values of one type everywhere', () => {
    const known = allEngines.flatMap(({ options }) => Object.entries(options.shape));
    const byName = Map.groupBy(known, ([name]) => name);

    const torn = [...byName].filter(([, uses]) => {
      const [first = [], ...others] = uses.map(([, schema]) =>
        typesOf(z.toJSONSchema(schema, { io: 'input' })),
      );
      return others.some((types) => !types.some((type) => first.includes(type)));
    });

    expect(torn.map(([name]) => name)).toEqual([]);
  });

  it('knows no way through engines that no worker has together', () => {
    const ways = routes('html', { operation: 'convert', to: 'png' }).map(routeName);

    expect(ways).toEqual(['chromium', 'htmlparser2 + typst + liteparse']);
  });

  it('makes of a picture the picture again, never pages of the words in it', () => {
    const rows = formatsTable().filter(
      ({ from, operation, to }) =>
        operation === 'convert' && isPicture(from) && (to === 'pdf' || isPicture(to)),
    );

    expect(rows).toHaveLength(30);
    expect(rows.filter(({ engines }) => engines.some((name) => name.includes('+')))).toEqual([]);
  });
});

describe('parseOptions', () => {
  it.each([
    [
      { colour: 'red' },
      'colour',
      /^Unknown option "colour" for pdf to text\. Known options: .*pages, password.*\.$/,
    ],
    [{ pages: '3-1' }, 'pages', /^Invalid option "pages": .*"1-3,7,-1"/],
    [{ password: 5 }, 'password', /^Invalid option "password"/],
    ['x', 'options', /^Invalid option "options"/],
  ])('refuses %j and names the field', (options, field, message) => {
    expect(parseOptions('pdf', toText, options)).toEqual({
      ok: false,
      field,
      message: expect.stringMatching(message),
    });
  });

  it.each([
    [
      'html',
      { main_content: true, print_background: true },
      'print_background',
      /^Option "print_background" can't be given together with "main_content" for html to pdf: .*Leave one out\.$/,
    ],
    ['docx', { toc: true, password: 'x', margin: 5 }, 'password', /with "toc" for docx to pdf/],
  ] as const)('refuses of %s what no engine does together: %j', (from, options, field, message) => {
    const parsed = parseOptions(from, { operation: 'convert', to: 'pdf' }, options);

    expect(parsed).toEqual({ ok: false, field, message: expect.stringMatching(message) });
  });

  it('names the option that a field inside of it does not belong to', () => {
    const parsed = parseOptions('markdown', { operation: 'convert', to: 'pdf' }, { margin: { topp: 5 } });

    expect(parsed).toMatchObject({
      ok: false,
      field: 'margin',
      message: expect.stringMatching(/^Invalid option "margin": .*"topp"/),
    });
  });

  it('knows a password only of the document, and a standard only of a pdf', () => {
    const known = (from: 'docx' | 'markdown', to: 'pdf' | 'png'): string[] => {
      const row = formatsTable().find((each) => each.from === from && each.to === to);
      const { properties } = z.object({ properties: z.record(z.string(), z.unknown()) }).parse(row?.options);
      return ['password', 'pdf_standard', 'dpi'].filter((name) => name in properties);
    };

    expect(known('docx', 'pdf')).toEqual(['password', 'pdf_standard']);
    expect(known('docx', 'png')).toEqual(['password', 'dpi']);
    expect(known('markdown', 'pdf')).toEqual(['pdf_standard']);
    expect(known('markdown', 'png')).toEqual(['dpi']);
  });

  it('takes known options, none at all, and what it gave itself', () => {
    const parsed = parseOptions('text', { operation: 'convert', to: 'pdf' }, { margin: 5 });
    if (!parsed.ok) throw new Error(parsed.message);

    expect(parsed.options).toEqual({ margin: 5 });
    expect(parseOptions('text', { operation: 'convert', to: 'pdf' }, parsed.options)).toEqual(parsed);
    expect(parseOptions('pdf', toText, undefined)).toEqual({ ok: true, options: {} });
  });
});

describe('runRoutes', () => {
  it('asks the engines that take the value of an option', async () => {
    const narrow = engine('narrow', [edge], undefined, { size: z.number() });
    const wide = engine('wide', [edge], undefined, { size: z.union([z.number(), z.string()]) });

    const number = await run([narrow, wide], { size: 1 });
    const text = await run([narrow, wide], { size: 'large' });

    expect(number.report.tried).toEqual([{ engine: 'narrow', outcome: 'used' }]);
    expect(text.report.tried).toEqual([{ engine: 'wide', outcome: 'used' }]);
  });

  it('hands a document to the next engine after a refusal or a fault, and reports both', async () => {
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

  it('ends with the verdict of an engine without asking another', async () => {
    const verdict = (): never => {
      throw new ConversionError('encrypted_document', 'locked');
    };

    await expect(run([engine('first', [edge], verdict), engine('second', [edge])])).rejects.toThrow('locked');
  });

  it('ends with the refusal that says most about the document', async () => {
    const engines = [
      engine('first', [edge], refusing('corrupt_document')),
      engine('second', [edge], refusing('empty_document')),
    ];

    await expect(run(engines)).rejects.toMatchObject({ code: 'empty_document' });
  });

  it('takes a second-best result where no engine does better', async () => {
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

  it('blames itself where every engine has a fault', async () => {
    const act = (): never => {
      throw new Error('/secret/path');
    };

    await expect(run([engine('first', [edge], act)])).rejects.toMatchObject({
      code: 'internal_error',
      message: expect.not.stringContaining('secret'),
    });
  });

  it('prefers engines that know the given options, and gives each only its own', async () => {
    const knowing = engine('knowing', [edge], undefined, { pages: z.string() });

    const { bytes } = await run([engine('first', [edge]), knowing], { pages: '1' });

    expect(Buffer.from(bytes).toString()).toBe('in>knowing{"pages":"1"}');
  });

  it('goes by way of a hub, and takes the way of the fewest steps and losses first', async () => {
    const reader = engine('reader', [{ from: 'docx', operation: 'read', to: 'document' }]);
    const poorReader = engine('poor', [{ from: 'docx', operation: 'read', to: 'document', loss: 2 }]);
    const writer = engine('writer', [{ from: 'document', ...toText }]);
    const direct = engine('direct', [{ from: 'docx', ...toText, loss: 2 }]);
    const engines = [direct, poorReader, reader, writer];

    const names = routes('docx', toText, engines).map(routeName);

    expect(names).toEqual(['reader + writer', 'direct', 'poor + writer']);
    const request = { from: 'docx', ...toText, options: {} } as const;
    const result = await runRoutes(Buffer.from('in'), request, { engines });
    expect(Buffer.from(result.bytes).toString()).toBe('in>reader{}>writer{}');
    expect(result.report).toMatchObject({ engine: 'reader + writer', warnings: ['reader', 'writer'] });
  });

  it('reads a file again only where it is a bridge, or a pdf for pictures of its pages', () => {
    const office = engine('office', [
      { from: 'doc', operation: 'convert', to: 'docx', isBridge: true },
      { from: 'docx', operation: 'convert', to: 'pdf' },
    ]);
    const pdf = engine('pdf', [edge, { from: 'pdf', operation: 'convert', to: 'png' }]);
    const engines = [office, pdf];

    expect(routes('docx', toText, engines)).toEqual([]);
    expect(routes('doc', { operation: 'convert', to: 'png' }, engines).map(routeName)).toEqual([
      'office + office + pdf',
    ]);
  });

  it('goes around an engine that is not installed, and says so', async () => {
    const absent = { ...engine('absent', [edge]), isAvailable: () => false };

    const { report } = await run([absent, engine('present', [edge])]);

    expect(report.tried).toEqual([
      { engine: 'absent', outcome: 'not_installed' },
      { engine: 'present', outcome: 'used' },
    ]);
  });

  it('asks an engine whose first way leads to one that is not installed, by its other way', async () => {
    const reader = engine('reader', [{ from: 'pdf', operation: 'read', to: 'document' }]);
    const writer = engine('writer', [{ from: 'document', ...toText }]);
    const absent = { ...writer, name: 'absent', isAvailable: () => false };

    const result = run([{ ...reader, convert: refusing('empty_document') }, absent, writer]);

    await expect(result).rejects.toMatchObject({ code: 'empty_document' });
  });

  it('says what is missing where nothing is installed that could do it', async () => {
    const absent = { ...engine('absent', [edge]), isAvailable: () => false };

    await expect(run([absent])).rejects.toMatchObject({
      code: 'unsupported_content',
      message: 'A pdf document can\'t be turned into text here: it takes "absent", which is not installed.',
    });
  });

  it('takes a format to itself only by an engine that says so', () => {
    const reader = engine('reader', [{ from: 'pdf', operation: 'read', to: 'document' }]);
    const writer = engine('writer', [{ from: 'document', operation: 'convert', to: 'pdf' }]);
    const own = engine('own', [{ from: 'pdf', operation: 'convert', to: 'pdf' }]);

    expect(routes('pdf', { operation: 'convert', to: 'pdf' }, [reader, writer, own]).map(routeName)).toEqual([
      'own',
    ]);
  });
});
