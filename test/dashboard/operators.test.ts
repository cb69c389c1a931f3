import { describe, expect, it } from 'vitest';
import { words } from '../../dashboard/operators/result-rows.ts';
import { isRecord } from '../../lib/is-record.ts';
import { waitsUntil } from '../../lib/operator/waits-until.ts';

describe('the result of a command', () => {
  it.each([
    [null, '–'],
    [0, '0'],
    [false, 'false'],
    ['2026-11-27T17:09:01.969Z', '2026-11-27 17:09:01 UTC'],
    ['acct_1', 'acct_1'],
    [['a', 'b'], 'a, b'],
    [[], '–'],
    [[{ a: 1 }], '[{"a":1}]'],
  ])('shows %j as %j', (value, text) => {
    expect(words(value)).toBe(text);
  });

  it('waits only if it says until when', () => {
    const until = '2026-11-27T17:09:01.969Z';

    expect(waitsUntil({ state: 'waiting', waits_until: until })).toBe(Date.parse(until));
    expect(waitsUntil({ state: 'deleted', waits_until: until })).toBeUndefined();
    expect(waitsUntil({ state: 'waiting' })).toBeUndefined();
    expect([isRecord({}), isRecord([]), isRecord(null), isRecord('')]).toEqual([true, false, false, false]);
  });
});
