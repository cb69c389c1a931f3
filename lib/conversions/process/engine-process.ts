import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../errors.ts';
import type { Attempt, ConversionReport, Operation, Progress, Target } from '../engine/engine.ts';
import { type ExtractFormat, type Format, isExtractFormat, isFormat } from '../formats.ts';
import { isInstalled, remainingRoutes } from '../routing/options.ts';
import { engines } from '../routing/registry.ts';
import { internalErrorMessage } from '../routing/run-routes.ts';
import { startEngineChild } from './engine-child.ts';
import { errorOfKilled } from './killed-errors.ts';
import { copyResultFile } from './result-file.ts';
import { type KilledOutcome, runInChild } from './run-in-child.ts';
import { keepTenantChild } from './tenant-child.ts';
import type { Walls } from './walls/raise-walls.ts';

/** One document to work on. Bytes stay in files; only this goes to the child. */
export interface EngineTask {
  /** Whose document it is: no process ever sees documents of two tenants. */
  readonly tenant: string;
  readonly operation: Operation;
  readonly from: Format;
  readonly to: Format | ExtractFormat;
  /** As `parseOptions` gave them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The client's name for the file; for titles only. */
  readonly filename?: string | undefined;
  /** Most bytes of the result; where left out, the default of `base/result-size.ts`. */
  readonly maxResultBytes?: number | undefined;
  readonly inputPath: string;
  /** The further files of a request that names several, in their order. */
  readonly furtherPaths?: readonly string[] | undefined;
  readonly outputPath: string;
}

/** What a finished document leaves: the result is in the task's `outputPath`. */
export interface EngineResult {
  readonly mimeType: string;
  readonly extension: string;
  readonly sizeBytes: number;
  readonly report: ConversionReport;
  /** Milliseconds: `start` (waiting for children to be ready), `read`, `convert`, `write`. */
  readonly phases: Readonly<Record<string, number>>;
  /** What the engines printed, cut; for the log. */
  readonly log: string;
}

/** How the engine process is run. */
export interface EngineProcessOptions {
  /** The child's program: `engine-main.ts`, or the bundle made of it with node_modules beside it. */
  readonly entry: string | URL;
  /** Resident memory at which the child is killed. */
  readonly memoryLimitBytes: number;
  /** Documents after which a child is replaced; 50 where left out. */
  readonly recycleAfterJobs?: number | undefined;
  /** Resident memory after a document above which the child is replaced; half the limit where left out. */
  readonly recycleAboveBytes?: number | undefined;
}

/** How one document is run. */
export interface RunOptions {
  /** For all engines together; then the child is killed and the job ends as `conversion_timeout`. */
  readonly deadlineSeconds: number;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Aborting kills the child; `run` rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Engines in a process of their own. */
export interface EngineProcess {
  /**
   * Converts one document. Throws ConversionError; Error when another document is still under way.
   *
   * A child that crashes, hangs or takes too much memory over a document is killed, and where another engine can do the
   * same, a new child tries it with that one. Each engine but the last may use three quarters of the time that is left.
   */
  readonly run: (task: EngineTask, options: RunOptions) => Promise<EngineResult>;
  /** Makes sure that a child without a tenant waits, its libraries loaded; resolves with the walls around it. */
  readonly warm: () => Promise<Walls>;
  /** Ends all children. */
  readonly close: () => Promise<void>;
}

// Enough for a long document where the first engine is the right one, which it nearly always is.
const SHARE_OF_TIME = 0.75;

function targetOf({ operation, to }: EngineTask): Target {
  if (operation === 'extract' && isExtractFormat(to)) return { operation, to };
  if (operation === 'convert' && isFormat(to)) return { operation, to };
  throw new TypeError(`There is no ${operation} to ${to}.`);
}

function hasAnotherEngine(task: EngineTask, target: Target, tried: readonly Attempt[]): boolean {
  const files = 1 + (task.furtherPaths?.length ?? 0);
  return remainingRoutes(task.from, target, task.options, tried, engines, files).some(isInstalled);
}

/** Copies documents into the only folder that the child can read, and names the file for its result. */
async function placeFiles(folder: string, documents: readonly string[]) {
  const [inputPath = '', ...furtherPaths] = documents.map((_, index) => join(folder, `input-${index + 1}`));
  for (const [index, path] of [inputPath, ...furtherPaths].entries()) {
    await copyFile(documents[index] ?? '', path);
  }
  return { inputPath, furtherPaths, outputPath: join(folder, 'output') };
}

/** An engine process for one document at a time. Nothing is started before the first `run` or `warm`. */
export function createEngineProcess({
  entry,
  memoryLimitBytes,
  recycleAfterJobs = 50,
  recycleAboveBytes = memoryLimitBytes / 2,
}: EngineProcessOptions): EngineProcess {
  let mayConfine = true;
  const children = keepTenantChild(() => {
    const child = startEngineChild(entry, memoryLimitBytes, mayConfine);
    child.ready.catch(async () => {
      // An exit of its own, before any document: this machine has a needed file where Landlock does not let it read. The
      // other walls have to do; `warm` reports it.
      if ((await child.ended).code !== null) mayConfine = false;
    });
    return child;
  });
  let isBusy = false;

  async function attempt(
    task: EngineTask,
    target: Target,
    { deadlineSeconds, onProgress, signal }: RunOptions,
  ): Promise<EngineResult> {
    const { tenant, options, filename, maxResultBytes, inputPath, furtherPaths = [], outputPath } = task;
    const deadline = performance.now() + deadlineSeconds * 1000;
    const limits = { deadlineSeconds, memoryLimitBytes };
    const tried: Attempt[] = [];
    let killed: KilledOutcome | undefined;
    let start = 0;
    let hasRestarted = false;
    for (;;) {
      signal?.throwIfAborted();
      const child = await children.take(tenant);
      const asked = performance.now();
      let isReady = false;
      void child.ready.then(
        () => {
          isReady = true;
          start += performance.now() - asked;
        },
        () => undefined,
      );
      const allowanceFor = (engine: string): number => {
        const left = Math.max(0, deadline - performance.now());
        const isLast = !hasAnotherEngine(task, target, [...tried, { engine, outcome: 'failed' }]);
        return isLast ? left : left * SHARE_OF_TIME;
      };
      const workDirectory = await mkdtemp(join(child.folder, 'job-'));
      const files = await placeFiles(workDirectory, [inputPath, ...furtherPaths]);
      const message = {
        from: task.from,
        ...target,
        options,
        filename,
        maxResultBytes,
        ...files,
        workDirectory,
        tried,
      };
      const run = { memoryLimitBytes, allowanceFor, onProgress, signal };
      const outcome = await runInChild(child, message, run);
      if (outcome.type === 'done') {
        const sizeBytes = await copyResultFile(files.outputPath, outputPath, maxResultBytes);
        await rm(workDirectory, { recursive: true, force: true });
        const isWorn = children.countJob() >= recycleAfterJobs;
        if (isWorn || ((await child.residentBytes()) ?? 0) > recycleAboveBytes) children.discard();
        const { mimeType, extension, report, phases } = outcome;
        return { mimeType, extension, sizeBytes, report, phases: { start, ...phases }, log: child.takeLog() };
      }
      if (outcome.type === 'failed') {
        // What the engines that are left cannot do says less than what the best one died of.
        throw killed === undefined
          ? outcome.error
          : errorOfKilled({ ...killed, refusal: outcome.error }, task.from, limits);
      }
      children.discard();
      if (!isReady && outcome.outcome === 'crashed' && !hasRestarted) {
        // It ended before it read the document, so the document gets another one.
        hasRestarted = true;
        continue;
      }
      killed = outcome;
      const { engine } = outcome;
      // A child that a document took over may name any engine: one that was tried before is no further way.
      const isKnown = engine === undefined || tried.some((attempt) => attempt.engine === engine);
      if (engine !== undefined) tried.push({ engine, outcome: outcome.outcome });
      if (isKnown || performance.now() >= deadline || !hasAnotherEngine(task, target, tried)) {
        throw errorOfKilled(outcome, task.from, limits);
      }
    }
  }

  async function run(task: EngineTask, options: RunOptions): Promise<EngineResult> {
    if (isBusy) throw new Error('The engine process works on one document at a time.');
    isBusy = true;
    try {
      return await attempt(task, targetOf(task), options);
    } catch (error) {
      // After a failure nobody knows what state the libraries are in.
      children.discard();
      if (error instanceof ConversionError || options.signal?.aborted) throw error;
      throw new ConversionError('internal_error', internalErrorMessage, { cause: error });
    } finally {
      isBusy = false;
    }
  }

  return { run, warm: children.warm, close: children.close };
}
