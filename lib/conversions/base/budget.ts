import { ConversionError } from '../../errors.ts';

/** The most there may be of something, and what the client reads beyond it. */
export interface Limit {
  readonly max: number;
  /** What there is too much of, with the limit, and what to do. */
  readonly message: string;
}

/** What is left of several limits while one document is read or written. */
export interface Budget<Name extends string> {
  /**
   * Counts what is about to be made, so that it is never made beyond the limit. Throws ConversionError `too_complex` with
   * the limit's message.
   */
  readonly spend: (name: Name, amount: number) => void;
}

/** A budget of which nothing is spent. */
export function createBudget<Name extends string>(limits: Readonly<Record<Name, Limit>>): Budget<Name> {
  const spent = new Map<Name, number>();
  return {
    spend: (name, amount) => {
      const total = (spent.get(name) ?? 0) + amount;
      spent.set(name, total);
      if (total > limits[name].max) throw new ConversionError('too_complex', limits[name].message);
    },
  };
}
