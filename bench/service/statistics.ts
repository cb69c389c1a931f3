/** The value below which a share of the values lies, by nearest rank; NaN where there are none. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
};

/** The median; NaN where there are no values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
