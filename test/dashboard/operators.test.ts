import { describe, expect, it } from 'vitest';
import { isRow, waitOf, words } from '../../dashboard/operators/result-rows.ts';

describe('the result of a command', () => {
  it.each([
    [null, '–'],
    [0, '0'],
    [false, 'false'],
    ['2026-11-27T17:09:01.969Z', '2026-11-27 17:09:01 UTC'],
    ['acct_1', 'acct_1'],
    [['a'], '["a"]'],
  ])('shows %j as %j', (value, text) => {
    expect(words(value)).toBe(text);
  });

  it('waits only if it says until when', () => {
    const until = '2026-11-27T17:09:01.969Z';

    expect(waitOf({ state: 'waiting', waits_until: until })).toBe(Date.parse(until));
    expect(waitOf({ state: 'deleted', waits_until: until })).toBeUndefined();
    expect(waitOf({ state: 'waiting' })).toBeUndefined();
    expect([isRow({}), isRow([]), isRow(null), isRow('')]).toEqual([true, false, false, false]);
  });
});
