import type { ConversionReport, Operation, Progress } from '../engine.ts';
import type { ExtractFormat, Format } from '../formats.ts';

/** One document to work on. Bytes stay in files; only this goes to the child. */
export interface EngineTask {
  /** Whose document it is: no process ever sees documents of two tenants. */
  readonly tenant: string;
  readonly operation: Operation;
  readonly from: Format;
  readonly to: Format | ExtractFormat;
  /** As the client gave them; the child parses them. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly filename?: string | undefined;
  readonly inputPath: string;
  readonly outputPath: string;
}

/** What a finished document leaves: the result is in the task's `outputPath`. */
export interface EngineResult {
  readonly mimeType: string;
  readonly extension: string;
  readonly sizeBytes: number;
  readonly report: ConversionReport;
  /** Milliseconds in each phase: `start` (child and libraries), `read`, `convert`, `write`. */
  readonly phases: Readonly<Record<string, number>>;
  /** What the engines printed, cut; for the log. */
  readonly log: string;
}

export interface EngineProcessOptions {
  /** The child's program: `engine-main.ts`, or the bundle made of it. */
  readonly entry: string | URL;
  /** Resident memory at which the child is killed. */
  readonly memoryLimitBytes: number;
  /** Documents after which a child is replaced. */
  readonly recycleAfterJobs?: number;
  /** Resident memory after a document above which the child is replaced. */
  readonly recycleAboveBytes?: number;
}

export interface RunOptions {
  /** For all engines together; then the child is killed and the job ends as `conversion_timeout`. */
  readonly deadlineSeconds: number;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Aborting kills the child; `run` rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface EngineProcess {
  /** Converts one document at a time. Throws ConversionError. */
  readonly run: (task: EngineTask, options: RunOptions) => Promise<EngineResult>;
  /** Starts a child and loads its libraries, for whichever tenant comes first. */
  readonly warm: () => Promise<void>;
  readonly close: () => Promise<void>;
}
