import type { TableWeights } from './table-score.ts';

/** Fitted by `bench/quality/fit-table-score.ts`, which writes this file. */
export const tableWeights: TableWeights = {
  any: -13.01,
  titled: 1.75,
  otherTitle: -3.25,
  framed: 1.32,
  grid: -1.75,
  drawnDown: 1.78,
  drawnEnds: 1.33,
  rows: 3.39,
  columns: -0.77,
  onlyTwoColumns: -1.13,
  density: 7.7,
  full: 4.82,
  numbers: 2.78,
  headed: -0.19,
  prose: -1.28,
  bareProse: -2.63,
  running: -0.74,
  wordless: -1.29,
  axis: -2.65,
  markers: -1.99,
  pageNumbers: -6.55,
};
