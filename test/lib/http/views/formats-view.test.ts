import { describe, expect, it } from 'vitest';
import { formatsTable } from '../../../../lib/conversions/routing/formats-table.ts';
import { formatsView, sharedFormatsView } from '../../../../lib/http/views/formats-view.ts';

const rows = formatsTable().filter(({ from }) => from === 'docx' || from === 'odt');
const inline = formatsView(rows);
const shared = sharedFormatsView(rows);

describe('the list of formats', () => {
  it('names each format that occurs, with its extensions and media types', () => {
    const docx = inline.formats.find(({ name }) => name === 'docx');
    const occurring = new Set(inline.conversions.flatMap(({ from, to }) => [from, to]));

    expect(docx).toEqual({
      name: 'docx',
      label: 'Word (DOCX)',
      extensions: ['docx', 'docm', 'dotx', 'dotm'],
      media_types: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      aliases: [],
    });
    expect(new Set(inline.formats.map(({ name }) => name))).toEqual(occurring);
    expect(inline.formats.find(({ name }) => name === 'text')?.media_types).toEqual(['text/plain']);
  });

  it('has the options in each row, and no schemas beside them', () => {
    expect(inline).not.toHaveProperty('option_schemas');
    expect(inline.conversions.every(({ options }) => options.type === 'object')).toBe(true);
  });

  it('can refer to options, each listed once', () => {
    const { option_schemas: schemas = {} } = shared;
    const resolve = ({ $ref }: Record<string, unknown>) => schemas[String($ref).split('/').at(-1) ?? ''];
    const resolved = {
      ...shared,
      conversions: shared.conversions.map((row) => ({ ...row, options: resolve(row.options) })),
      extractions: shared.extractions.map((row) => ({ ...row, options: resolve(row.options) })),
    };
    const texts = Object.values(schemas).map((schema) => JSON.stringify(schema));

    expect(resolved).toEqual({ ...inline, option_schemas: schemas });
    expect(new Set(texts).size).toBe(texts.length);
    expect(JSON.stringify(shared).length).toBeLessThan(JSON.stringify(inline).length);
  });
});
