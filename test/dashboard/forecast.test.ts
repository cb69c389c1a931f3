import { describe, expect, it } from 'vitest';
import { forecastOf } from '../../dashboard/usage/forecast.ts';

const usage = {
  operations: { used: 100, limit: 250, resets_at: '2026-12-01T00:00:00.000Z' },
  months: [
    { month: '2026-10', operations: 900 },
    { month: '2026-11', operations: 100 },
  ],
};

describe('the forecast of the month', () => {
  it.each([
    ['2026-11-11T00:00:00Z', 300],
    ['2026-11-30T00:00:00Z', 103],
    ['2026-11-04T00:00:00Z', 1000],
    ['2026-11-03T23:59:59Z', undefined],
  ])('at %s is %s', (now, operations) => {
    expect(forecastOf(usage, usage, Date.parse(now))).toBe(operations);
  });

  it('is unknown without a month, and without operations', () => {
    const unused = { operations: { ...usage.operations, used: 0 } };
    expect(forecastOf(unused, usage, Date.parse('2026-11-20T00:00:00Z'))).toBeUndefined();
    expect(forecastOf(usage, { months: [] }, Date.parse('2026-11-20T00:00:00Z'))).toBeUndefined();
  });
});
