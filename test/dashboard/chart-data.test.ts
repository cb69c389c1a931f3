import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayChart, monthChart, roundUp, totalOf } from '../../dashboard/usage/chart-data.ts';

describe('a chart', () => {
  it('has a round number above every bar as its top line', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 }), (values) => {
        const { top, bars } = monthChart(
          values.map((operations, index) => ({
            month: `2026-${String(index + 1).padStart(2, '0')}`,
            operations,
          })),
        );

        expect(String(top)).toMatch(/^([1245])0*$/);
        for (const { height, value } of bars) {
          expect(height).toBeGreaterThanOrEqual(0);
          expect(height).toBeLessThanOrEqual(1);
          expect(height * top).toBeCloseTo(value, 5);
        }
      }),
    );
    expect([0, 1, 3, 4.5, 99, 1284].map(roundUp)).toEqual([1, 1, 4, 5, 100, 2000]);
  });

  it('names days in UTC and labels every seventh, counted back from today', () => {
    const days = Array.from({ length: 30 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 9, 22 + index)).toISOString().slice(0, 10),
      operations: index,
    }));

    const { bars } = dayChart(days);

    expect(bars.at(-1)).toEqual({ name: '20 November 2026', label: '20 Nov', value: 29, height: 29 / 40 });
    expect(bars.filter(({ label }) => label !== '').map(({ label }) => label)).toEqual([
      '23 Oct',
      '30 Oct',
      '6 Nov',
      '13 Nov',
      '20 Nov',
    ]);
  });

  it('names months and adds them up', () => {
    const chart = monthChart([
      { month: '2026-09', operations: 3 },
      { month: '2026-10', operations: 4 },
    ]);

    expect(chart).toEqual({
      top: 4,
      bars: [
        { name: 'September 2026', label: 'Sep', value: 3, height: 0.75 },
        { name: 'October 2026', label: 'Oct', value: 4, height: 1 },
      ],
    });
    expect(totalOf(chart)).toBe(7);
  });
});
