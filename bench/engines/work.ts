import type { EngineBench } from './engine-bench.ts';

/** What a bench works with. */
export type WorkContext = {
  readonly engine: EngineBench;
  /** The folder with the documents. */
  readonly corpus: string;
  /** A folder for files of the run; it is gone afterwards. */
  readonly scratch: string;
};

/** One line of a work's table: who did it, how fast, how well. */
export type WorkRow = {
  readonly who: string;
  /** NaN where only quality is compared. */
  readonly milliseconds: number;
  readonly quality?: string;
};

/** A number that was aimed at, and whether it is reached. */
export type Aim = { readonly text: string; readonly met: boolean };

/** What a work came to: the first row is ours, and ratios are against it. */
export type WorkResult = {
  /** What the milliseconds are of, such as "a page". */
  readonly unit: string;
  readonly rows: readonly WorkRow[];
  readonly aims: readonly Aim[];
  readonly notes?: readonly string[];
};

/** Something engines do, measured beside the peers that are installed. */
export type Work = {
  readonly name: string;
  readonly title: string;
  measure(context: WorkContext): Promise<WorkResult>;
};
