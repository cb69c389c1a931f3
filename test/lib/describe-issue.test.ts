import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { checkValue } from '../../lib/describe-issue.ts';
import { listFaults } from '../../lib/faults.ts';

const size = z.enum(['A4', 'Letter']);
const margin = z.union([z.number().max(60), z.strictObject({ top: z.number().optional() })]);
const schema = z.strictObject({
  name: z.string().min(1).max(5).optional(),
  page_size: size.optional(),
  count: z.int().min(1).optional(),
  margin: margin.default(20),
  tags: z.array(z.string()).min(1).max(2).optional(),
  more: z.strictObject({ deep: z.boolean() }).optional(),
  kind: z.literal('fixed').optional(),
});

const faultsOf = (value: unknown): string => {
  const checked = checkValue(schema, value, 'field');
  return checked.ok ? '' : listFaults(checked.faults);
};

describe('checkValue', () => {
  it('returns the value with its defaults', () => {
    expect(checkValue(schema, { name: 'a' }, 'field')).toEqual({
      ok: true,
      value: { name: 'a', margin: 20 },
    });
  });

  it.each([
    [null, 'body: must be a JSON object, not null.'],
    [[], 'body: must be a JSON object, not an array.'],
    [{ name: 5 }, 'name: must be a string, not 5.'],
    [{ name: '' }, 'name: must not be empty.'],
    [{ name: 'abcdef' }, 'name: must have at most 5 characters; this has 6.'],
    [{ count: 0 }, 'count: must be at least 1; this is 0.'],
    [{ count: 1.5 }, 'count: must be a whole number, not 1.5.'],
    [{ page_size: 'A99' }, 'page_size: must be one of "A4", "Letter", not "A99".'],
    [{ page_size: 'a4' }, 'page_size: must be one of "A4", "Letter", not "a4". Did you mean "A4"?'],
    [{ kind: true }, 'kind: must be "fixed", not true.'],
    [{ tags: [] }, 'tags: must not be empty.'],
    [{ tags: ['a', 'b', 'c'] }, 'tags: must have at most 2 entries; this has 3.'],
    [{ tags: ['a', {}] }, 'tags.1: must be a string, not a JSON object.'],
    [{ margin: 'wide' }, 'margin: must be a number or a JSON object, not "wide".'],
    [{ margin: 61 }, 'margin: must be at most 60; this is 61.'],
    [{ margin: { top: 'x' } }, 'margin: top must be a number, not "x".'],
    [{ margin: { topp: 1 } }, 'margin.topp: unknown field. Did you mean "top"?'],
    [{ more: {} }, 'more.deep: is required.'],
    [{ pagesize: 'A4' }, 'pagesize: unknown field. Did you mean "page_size"?'],
    [{ more: { deeep: 1, deep: true } }, 'more.deeep: unknown field. Did you mean "deep"?'],
    [
      { colour: 1 },
      'colour: unknown field. Remove it, or use one of name, page_size, count, margin, tags, more, kind.',
    ],
  ])('describes %j', (value, message) => {
    expect(faultsOf(value)).toBe(message);
  });

  it('describes everything that is wrong at once', () => {
    expect(faultsOf({ name: 5, count: 0, tag: 1 })).toBe(
      'name: must be a string, not 5. count: must be at least 1; this is 0. tag: unknown field. Did you mean "tags"?',
    );
  });

  it('shortens what it repeats', () => {
    const message = faultsOf({ page_size: 'x'.repeat(10_000) });

    expect(message.length).toBeLessThan(150);
  });
});
