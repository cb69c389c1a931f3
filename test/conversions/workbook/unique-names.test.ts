import { describe, expect, it } from 'vitest';
import { columnNames } from '../../../lib/conversions/formats/json/json-text.ts';
import { createUniqueNames } from '../../../lib/conversions/workbook/unique-names.ts';

describe('unique names', () => {
  it('continue counting from the last copy and skip names in use', () => {
    const unique = createUniqueNames((name) => name.toLowerCase());
    const named = (base: string) => unique(base, (copy) => `${base}_${copy}`);

    expect(['a', 'A_2', 'a', 'b', 'A', 'a'].map(named)).toEqual(['a', 'A_2', 'a_3', 'b', 'A_4', 'a_5']);
  });

  it('take one step per name', () => {
    const unique = createUniqueNames();
    let copies = 0;

    for (let at = 0; at < 16_384; at += 1) {
      unique('x', (copy) => {
        copies += 1;
        return `x_${copy}`;
      });
    }

    expect(copies).toBe(16_383);
  });

  it('number the duplicate columns of a sheet', () => {
    expect(columnNames(['a', 'a', '', 'a', 'column_3'], 5)).toEqual([
      'a',
      'a_2',
      'column_3',
      'a_3',
      'column_3_2',
    ]);
  });
});
