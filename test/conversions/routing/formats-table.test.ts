import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { deployedRoutes } from '../../../lib/conversions/deployment/workers.ts';
import type { Target } from '../../../lib/conversions/engine/engine.ts';
import {
  conversionTargets,
  extractFormatsFrom,
  formatsTable,
} from '../../../lib/conversions/routing/formats-table.ts';
import { optionsSchema } from '../../../lib/conversions/routing/option-schema.ts';
import { createOptionsJson } from '../../../lib/conversions/routing/options-json.ts';
import { engines as allEngines, libraryRoutes } from '../../../lib/conversions/routing/registry.ts';
import { routeName } from '../../../lib/conversions/routing/routes.ts';

const isImage = (format: string): boolean => ['png', 'jpeg', 'webp', 'tiff', 'gif', 'avif'].includes(format);

describe('the formats table', () => {
  it('lists the targets of each format, itself only if an engine changes it', () => {
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

  it('describes the options of every pair exactly as zod does', () => {
    const rows = formatsTable();

    expect(rows.length).toBeGreaterThan(1000);
    for (const { from, operation, to, options } of rows) {
      const routes = libraryRoutes.between(from, { operation, to } as Target);
      const { $schema: _, ...whole } = z.toJSONSchema(optionsSchema(routes), { io: 'input' });
      expect(JSON.stringify(options), `${operation} ${from} to ${to}`).toBe(JSON.stringify(whole));
    }
  });

  it('lists the pairs of some formats as it lists those of all', () => {
    const ofTwo = formatsTable().filter(({ from }) => from === 'docx' || from === 'pdf');

    expect(formatsTable(libraryRoutes, ['pdf', 'docx'])).toEqual(ofTwo);
  });

  it('lists an option without a default as required', () => {
    const optionsJson = createOptionsJson();

    expect(optionsJson({ dpi: z.number(), page: z.int().optional() })).toEqual({
      type: 'object',
      properties: {
        dpi: { type: 'number' },
        page: expect.objectContaining({ type: 'integer' }),
      },
      required: ['dpi'],
      additionalProperties: false,
    });
  });
});

it('describes an option as the first engine does', () => {
  const row = formatsTable().find(({ from, to }) => from === 'text' && to === 'pdf');

  expect(row?.options).toMatchObject({
    properties: {
      font: { default: 'auto' },
      page_numbers: { default: false },
      header: { type: 'string' },
    },
  });
});

describe('the options of the formats table', () => {
  const typesOf = (schema: z.core.JSONSchema._JSONSchema): unknown[] =>
    typeof schema === 'boolean' ? [] : [schema.type ?? schema.anyOf?.flatMap(typesOf)].flat();

  it('have the same type for the same name everywhere', () => {
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

  it('combine engines of different workers only if all are installed together', () => {
    const toPng = { operation: 'convert', to: 'png' } as const;
    const everywhere = libraryRoutes.between('html', toPng).map(routeName);
    const deployed = deployedRoutes().between('html', toPng).map(routeName);

    expect(everywhere).toEqual(
      expect.arrayContaining(['chromium-html-to-pdf + liteparse-pdf-to-image', ...deployed]),
    );
    expect(deployed).toEqual([
      'chromium-html-to-image',
      'htmlparser2-html-reader + typst-pdf-writer + liteparse-pdf-to-image',
    ]);
  });

  it('keep the content of an image and never convert it to pages of its text', () => {
    const rows = formatsTable().filter(
      ({ from, operation, to }) => operation === 'convert' && isImage(from) && (to === 'pdf' || isImage(to)),
    );

    expect(rows).toHaveLength(42);
    expect(rows.filter(({ engines }) => engines.some((name) => name.includes('+')))).toEqual([]);
  });
});
