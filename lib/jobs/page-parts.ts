import type { PagesToRecognize } from '../conversions/engine/recognition.ts';
import type { JobErrorCode } from '../conversions/errors.ts';
import { type Job, resultObjectKey } from './job.ts';

/** Pages of a job that one call recognizes. */
export type PagePart = {
  readonly accountId: string;
  readonly jobId: string;
  /** The attempt of the job that planned it. */
  readonly attempt: number;
  /** Unique within the attempt. */
  readonly id: string;
  /** Numbers from 1. */
  readonly pages: readonly number[];
  /** `divided`: its pages are in parts of one page, because one of them failed. */
  readonly state: 'open' | 'recognized' | 'failed' | 'divided';
  /** Why it failed. */
  readonly failure?: JobErrorCode | undefined;
  /** How many times a worker has claimed it; also the fencing token of the claim. */
  readonly claims: number;
  /** When the current claim expires, in ms since the epoch; 0 before the first. */
  readonly claimedUntil: number;
};

/** The database operations on the parts of a job. */
export type PagePartStore = {
  /** Returns all parts of a job, also those of earlier attempts and steps. */
  list(job: Pick<Job, 'accountId' | 'jobId'>): Promise<readonly PagePart[]>;
  /** Claims an open part that no call has. Returns undefined if there is none. */
  claim(job: Job, id: string, now: number, until: number): Promise<PagePart | undefined>;
  /** Lets the part be claimed again after a transient fault. */
  release(part: PagePart, now: number): Promise<void>;
  /**
   * Ends a part, or divides it into others, and counts it on the job in one transaction. Returns false if the claim is lost
   * or the job has ended.
   */
  end(
    part: PagePart,
    end: Pick<PagePart, 'failure'> & {
      readonly state: Exclude<PagePart['state'], 'open'>;
      readonly workedMs: number;
    },
    others: readonly PagePart[],
    now: number,
  ): Promise<boolean>;
};

/**
 * Pages of a part. A call starts in about a second and recognizes a page in one to two, so a smaller part pays mostly for
 * starts, and a larger one makes a document of a few dozen pages wait.
 */
const pagesPerPart = 12;

/** Pages that the worker of a document recognizes itself. More would make other documents wait. */
export const maxOwnPages = 3;

/** The parts of the pages of a job that need recognition. */
export const partsOf = (
  { accountId, jobId, attempts: attempt }: Job,
  { pages }: PagesToRecognize,
): PagePart[] =>
  Array.from({ length: Math.ceil(pages.length / pagesPerPart) }, (_, index) => ({
    accountId,
    jobId,
    attempt,
    id: String(index).padStart(4, '0'),
    pages: pages.slice(index * pagesPerPart, (index + 1) * pagesPerPart),
    state: 'open',
    claims: 0,
    claimedUntil: 0,
  }));

/** The parts of one page into which a part is divided. */
export const singlePages = (part: PagePart): PagePart[] =>
  part.pages.map((page) => ({
    ...part,
    id: `${part.id}-${page}`,
    pages: [page],
    claims: 0,
    claimedUntil: 0,
  }));

/** Whether the current step of a job was planned as parts, which are recognized or being recognized. */
export const isDividedIntoParts = ({ recognition, steps }: Job): boolean =>
  recognition !== undefined && recognition.step === steps.done.length;

/** The parts of a job's current step. */
export const currentParts = (job: Job, parts: readonly PagePart[]): readonly PagePart[] =>
  parts.filter(({ attempt }) => attempt === job.recognition?.attempt);

/** Whether parts of a job's current step are open. */
export const hasOpenParts = (job: Job): boolean => isDividedIntoParts(job) && (job.openParts ?? 0) > 0;

/** The object key of a part's recognized pages. */
export const partObjectKey = ({ accountId, jobId, attempt, id }: PagePart): string =>
  `${resultObjectKey(accountId, jobId, attempt)}-pages-${id}`;
