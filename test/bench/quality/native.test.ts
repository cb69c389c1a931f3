import { describe, expect, it } from 'vitest';
import { parseNative } from '../../../bench/quality/native.ts';

describe('golden files of pandoc', () => {
  it('keep the arguments of a name in brackets', () => {
    const body = { name: 'TableBody', values: [[{ name: 'Str', values: ['12'] }]] };

    expect(parseNative('TableBody [Str "12"]')).toEqual(body);
    expect(parseNative('[(TableBody [Str "12"])]')).toEqual([body]);
    expect(parseNative('Table [(TableBody [Str "12"])] (RowSpan 1)')).toEqual({
      name: 'Table',
      values: [[body], { name: 'RowSpan', values: [1] }],
    });
  });

  it('read escapes in strings', () => {
    expect(parseNative('Str "User\\8217s\\n\\"x\\""')).toEqual({ name: 'Str', values: ['User’s\n"x"'] });
  });
});
