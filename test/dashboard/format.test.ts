import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatRelative,
  formatTime,
  formatTimeWithZone,
} from '../../dashboard/text/format.ts';
import {
  formatByMimeType,
  formatByName,
  formatExtension,
  formatLabel,
} from '../../dashboard/text/format-names.ts';

describe('numbers', () => {
  it.each([
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 KB'],
    [1536, '1.5 KB'],
    [102_400, '100 KB'],
    [1_023_999, '1 MB'],
    [26_214_400, '25 MB'],
  ])('formats %i bytes as %s', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words);
  });

  it.each([
    [-5, '0 ms'],
    [340, '340 ms'],
    [999.7, '1 s'],
    [4230, '4.2 s'],
    [59_960, '1 min'],
    [125_000, '2 min 5 s'],
  ])('formats %i ms as %s', (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });

  it('adds a noun to a count', () => {
    expect([formatCount(0, 'key'), formatCount(1, 'key'), formatCount(25_000, 'key')]).toEqual([
      '0 keys',
      '1 key',
      '25,000 keys',
    ]);
  });
});

describe('times', () => {
  const iso = '2026-12-01T00:00:00.000Z';

  it("are in the user's time zone", () => {
    expect(formatTime(iso, 'Europe/Berlin')).toBe('1 Dec 2026, 01:00');
    expect(formatTime(iso, 'America/New_York')).toBe('30 Nov 2026, 19:00');
    expect(formatTimeWithZone(iso, 'Europe/Berlin')).toBe('1 Dec 2026, 01:00 CET');
  });

  it.each([
    [10, 'just now'],
    [-10, 'just now'],
    [-11, 'in less than a minute'],
    [-60, 'in 1 minute'],
    [90, '1 minute ago'],
    [7300, '2 hours ago'],
    [90_000, 'yesterday'],
    [40 * 86_400, '1 Dec 2026'],
  ])('formats %i seconds ago as %s', (seconds, words) => {
    expect(formatRelative(iso, Date.parse(iso) + seconds * 1000, 'UTC')).toBe(words);
  });
});

describe('the formats', () => {
  it('have extensions, by default their names', () => {
    expect([formatExtension('markdown'), formatExtension('later')]).toEqual(['md', 'later']);
  });

  it('are detected by file names and MIME types', () => {
    expect([formatByName('A.B.PDF'), formatByName('README'), formatByName('x.jpeg')]).toEqual([
      'pdf',
      undefined,
      'jpeg',
    ]);
    expect([formatByMimeType('text/plain; charset=utf-8'), formatByMimeType('x/y')]).toEqual([
      'text',
      undefined,
    ]);
    expect([formatLabel('pdf'), formatLabel('newer')]).toEqual(['PDF', 'NEWER']);
  });
});
