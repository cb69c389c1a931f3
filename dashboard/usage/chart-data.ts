/** A bar of a chart. */
type Bar = {
  /** The full name: 20 November 2026. */
  readonly name: string;
  /** The label below the bar. Empty if there is no space. */
  readonly label: string;
  readonly value: number;
  /** The height relative to the chart, 0 to 1. */
  readonly height: number;
};

/** The bars of a chart and the number at its top line. */
export type Chart = { readonly bars: readonly Bar[]; readonly top: number };

// Days and months are in UTC, like the plan's month.
const inUtc = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
const fullDay = inUtc({ day: 'numeric', month: 'long', year: 'numeric' });
const shortDay = inUtc({ day: 'numeric', month: 'short' });
const fullMonth = inUtc({ month: 'long', year: 'numeric' });
// British English has Sept, which is wider than its bar.
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** Returns the smallest of 1, 2, 4, 5, 10, 20, 40, 50, ... that is at least `value`. */
export const roundUp = (value: number): number => {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
};

const chartOf = (rows: readonly { name: string; label: string; value: number }[]): Chart => {
  const top = roundUp(Math.max(0, ...rows.map(({ value }) => value)));
  return { top, bars: rows.map((row) => ({ ...row, height: row.value / top })) };
};

/** Returns the last days. Every seventh has a label, counted back from today. */
export const dayChart = (days: readonly { day: string; operations: number }[]): Chart =>
  chartOf(
    days.map(({ day, operations }, index) => {
      const date = new Date(`${day}T00:00:00Z`);
      const isLabelled = (days.length - 1 - index) % 7 === 0;
      return {
        name: fullDay.format(date),
        label: isLabelled ? shortDay.format(date) : '',
        value: operations,
      };
    }),
  );

/** Returns the last months, all with labels. */
export const monthChart = (months: readonly { month: string; operations: number }[]): Chart =>
  chartOf(
    months.map(({ month, operations }) => {
      const date = new Date(`${month}-01T00:00:00Z`);
      return { name: fullMonth.format(date), label: shortMonth.format(date), value: operations };
    }),
  );

/** Returns the sum of all bars. */
export const totalOf = ({ bars }: Chart): number => bars.reduce((sum, { value }) => sum + value, 0);
