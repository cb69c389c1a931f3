import { ConversionError } from '../errors.ts';

/** An upper limit and the error message for exceeding it. */
export interface Limit {
  readonly max: number;
  /** States what exceeds the limit, the limit itself and what to do. */
  readonly message: string;
}

/** Tracks several limits while one document is read or written. */
export interface Budget<Name extends string> {
  /**
   * Spends `amount` before it is produced, so that output never exceeds the limit. Throws ConversionError `too_complex`
   * with the limit's message.
   */
  readonly spend: (name: Name, amount: number) => void;
}

/** Creates an unspent budget. */
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
