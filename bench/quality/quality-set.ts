/** A row of a set's table: a tool and its figures. */
interface QualityRow {
  readonly tool: string;
  readonly figures: readonly string[];
}

/** The figures of a set. */
export interface QualityResult {
  /** What was measured, such as "79 documents". */
  readonly measured: string;
  /** Names of the figures. */
  readonly columns: readonly string[];
  /** DocForge first. */
  readonly rows: readonly QualityRow[];
  /** Documents with losses, worst first. */
  readonly losses?: readonly string[];
}

/** A public test set. */
export interface QualitySet {
  readonly name: string;
  /** The name of its folder; default: its own. */
  readonly folder?: string;
  readonly title: string;
  /** Measures the documents in a folder; `bench/quality/README.md` describes its layout. */
  readonly measure: (folder: string) => Promise<QualityResult>;
}

export const percent = (value: number): string => (value * 100).toFixed(1);
