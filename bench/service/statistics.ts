/** Returns a quantile by nearest rank, NaN if there are no values. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
};

/** Returns the median, NaN if there are no values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
