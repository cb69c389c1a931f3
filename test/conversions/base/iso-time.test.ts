import { expect, it } from 'vitest';
import { isoSeconds, parseIsoTime, readIsoTime } from '../../../lib/conversions/base/iso-time.ts';

it.each([
  ['2024', '2024-01-01T00:00:00.000Z'],
  ['2024-02', '2024-02-01T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2024-02-29T10:20', '2024-02-29T10:20:00.000Z'],
  ['2024-02-29T10:20:30', '2024-02-29T10:20:30.000Z'],
  ['2024-02-29T10:20:30.5Z', '2024-02-29T10:20:30.500Z'],
  ['2024-02-29T10:20:30.123456789Z', '2024-02-29T10:20:30.123Z'],
  ['2024-02-29T10:20:30+02:00', '2024-02-29T08:20:30.000Z'],
  ['2024-02-29T10:20:30-0530', '2024-02-29T15:50:30.000Z'],
  [' 2024-02-29 10:20:30 +0200 ', '2024-02-29T08:20:30.000Z'],
  ['2024-02-29 10:20:30 UTC', '2024-02-29T10:20:30.000Z'],
  ['2024-02-29 10:20:30 -5', '2024-02-29T15:20:30.000Z'],
  ['2024-02-29T24:00:00Z', '2024-03-01T00:00:00.000Z'],
  ['0099-12-31', '0099-12-31T00:00:00.000Z'],
])('reads the time %j as %s', (text, time) => {
  expect(readIsoTime(text)).toBe(time);
});

it.each([
  '',
  'yesterday',
  'June 3, 2024',
  '2024-13-01',
  '2024-02-30',
  '2023-02-29',
  '2024-02-29T24:00:01Z',
  '2024-02-29T10:60:00Z',
  '20240229',
])('returns null for %j', (text) => {
  expect(parseIsoTime(text)).toBeUndefined();
  expect(isoSeconds(text)).toBeUndefined();
});

it('returns null for missing text', () => {
  expect(readIsoTime(undefined)).toBeNull();
  expect(readIsoTime(null)).toBeNull();
});

it('writes times to the second', () => {
  expect(isoSeconds('2024-02-29T10:20:30.999Z')).toBe('2024-02-29T10:20:30Z');
});
