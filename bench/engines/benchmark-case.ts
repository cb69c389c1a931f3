import type { EngineBench } from './engine-bench.ts';

/** The environment of a benchmark case. */
export type BenchmarkContext = {
  readonly engine: EngineBench;
  /** The folder with the documents. */
  readonly corpus: string;
  /** A temporary folder, which is deleted after the run. */
  readonly scratch: string;
};

/** A row of a case's table: the tool, its times and its quality. */
export type CaseRow = {
  readonly tool: string;
  /** NaN if only quality is compared. */
  readonly milliseconds: number;
  /** Processor time in milliseconds, if it was measured. */
  readonly processor?: number;
  readonly quality?: string;
};

/** A target and whether it was met. */
export type Target = { readonly text: string; readonly met: boolean };

/** The result of a case. The first row is DocForge, and ratios are relative to it. */
export type CaseResult = {
  /** The unit of the milliseconds, such as "a page". */
  readonly unit: string;
  readonly rows: readonly CaseRow[];
  readonly targets: readonly Target[];
  readonly notes?: readonly string[];
};

/** A benchmark case, which compares an engine with the installed peers. */
export type BenchmarkCase = {
  readonly name: string;
  readonly title: string;
  measure(context: BenchmarkContext): Promise<CaseResult>;
};
