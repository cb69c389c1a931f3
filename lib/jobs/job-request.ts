import type { Operation } from '../limits/operation.ts';
import type { Job } from './job.ts';

/** A request for a job, as the wire gave it. */
export type JobRequest = Operation & {
  readonly type: Job['type'];
  /** Files of the account, several where one result is made of all; none where `fileUrl` is given. */
  readonly fileIds: readonly string[];
  readonly fileUrl: string | undefined;
  readonly from: string | undefined;
  readonly target: string;
  readonly options: Readonly<Record<string, unknown>>;
};

/** What the conversions say of a request, in the formats' canonical names. */
export type FormatTable = {
  /** The canonical name of a format; undefined for a name that no format has. */
  canonical(name: string): string | undefined;
  /** The formats that can become the target of a job. */
  sources(type: Job['type'], target: string): readonly string[];
  /** The targets of a job that a format can become. */
  targets(type: Job['type'], from: string): readonly string[];
  /** Whether several files of a format can become one target. */
  takesSeveral(type: Job['type'], from: string, target: string): boolean;
  /** The worker that has the engines for it. */
  workerFor(
    type: Job['type'],
    from: string,
    target: string,
    options: Readonly<Record<string, unknown>>,
  ): Job['worker'];
  /** What is wrong with the options; undefined where nothing is. */
  refuseOptions(type: Job['type'], from: string, target: string, options: object): string | undefined;
  /**
   * The most characters of a source file that any engine for it accepts; undefined where that is not known from the
   * file alone.
   */
  maxCharacters(
    type: Job['type'],
    from: string,
    target: string,
    options: Readonly<Record<string, unknown>>,
  ): number | undefined;
};
