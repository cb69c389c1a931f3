import { describe, expect, it } from 'vitest';
import { streamSafe } from '../../../../lib/conversions/backends/fonts/stream-safe.ts';

const mark = '\u0301';
const conjunct = 'क\u094d';
const space = '\u200b';

describe('streamSafe', () => {
  it.each([29, 30])('keeps %i combining marks on a character', (count) => {
    const text = `a${mark.repeat(count)}b`;
    expect(streamSafe(text)).toBe(text);
  });

  it.each([31, 100_000])('keeps 30 of %i combining marks', (count) => {
    expect(streamSafe(`a${mark.repeat(count)}b`)).toBe(`a${mark.repeat(30)}b`);
  });

  it.each([
    ['a conjunct', conjunct, 32],
    ['a joined cluster', `${conjunct}\u200d`, 21],
    ['joined emoji', '👩\u200d', 21],
  ])('splits %s only after 64 units', (_, unit, count) => {
    expect(streamSafe(unit.repeat(count))).toBe(unit.repeat(count));
    const split = streamSafe(unit.repeat(1000)).split(space);
    expect(split.join('')).toBe(unit.repeat(1000));
    expect(Math.max(...split.map(({ length }) => length))).toBeLessThanOrEqual(64);
    expect(streamSafe(split.join(space))).toBe(split.join(space));
  });

  it.each([
    '漢字'.repeat(500),
    'word '.repeat(500),
    'किताब'.repeat(100),
    'ภาษาไทย'.repeat(100),
    '👩‍👩‍👧 '.repeat(50),
  ])('returns a long text unchanged: %#', (text) => {
    expect(streamSafe(text)).toBe(text);
  });
});
