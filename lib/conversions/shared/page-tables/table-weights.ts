import type { TableWeights } from './table-score.ts';

/** Fitted by `bench/quality/fit-table-score.ts`, which writes this file. */
export const tableWeights: TableWeights = {
  any: -12.65,
  titled: 2.02,
  otherTitle: -3.84,
  framed: 0.82,
  grid: -1.27,
  drawnDown: 3.56,
  rows: 3.66,
  columns: -1.01,
  onlyTwoColumns: -1.53,
  density: 7.44,
  full: 4.51,
  numbers: 2.49,
  prose: -1.61,
  bareProse: -1.73,
  axis: -4.05,
  markers: -2.7,
  pageNumbers: -7.01,
};
