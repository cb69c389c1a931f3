import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestName } from '../../lib/nearest-name.ts';

const known = ['file_id', 'file_url', 'from', 'to', 'options', 'page_size', 'api_key'];

describe('nearestName', () => {
  it.each([
    ['fileId', 'file_id'],
    ['pagesize', 'page_size'],
    ['page-size', 'page_size'],
    ['optoins', 'options'],
    ['OPTIONS', 'options'],
    ['form', 'from'],
    ['key', 'api_key'],
  ])('takes %s for %s', (name, expected) => {
    expect(nearestName(name, known)).toBe(expected);
  });

  it.each(['colour', '', '_', 'file', 'x', 'a'.repeat(100_000)])('finds nothing close to %j', (name) => {
    expect(nearestName(name, known)).toBeUndefined();
  });

  it('finds each name by itself, and with one letter missing if it has four or more', () => {
    fc.assert(
      fc.property(fc.constantFrom(...known), fc.nat(), (name, at) => {
        const shorter = name.slice(0, at % name.length) + name.slice((at % name.length) + 1);

        expect(nearestName(name, known)).toBe(name);
        if (name.length >= 7) expect(nearestName(shorter, [name])).toBe(name);
      }),
    );
  });
});
