import { cpSync, existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFaults } from '../../faults.ts';
import { PREPARED } from '../base/child-environment.ts';
import { makeProcessFolder, removeFolder } from '../base/process-folder.ts';
import type { Attempt, ConversionReport, Operation, Progress, Target } from '../engine/engine.ts';
import { isHandover, PagesToRecognize } from '../engine/recognition.ts';
import { ConversionError } from '../errors.ts';
import { type ExtractFormat, type Format, isExtractFormat, isFormat } from '../formats.ts';
import { isInstalled, remainingRoutes } from '../routing/attempts.ts';
import { foreseen, internalErrorMessage } from '../routing/failures.ts';
import { type Plan, planConversion } from '../routing/plan.ts';
import { type Route, routeName } from '../routing/routes.ts';
import { type EngineChild, startEngineChild } from './engine-child.ts';
import { errorOfKilled } from './killed-errors.ts';
import type { RecognitionTask } from './messages.ts';
import { copyResultFile } from './result-file.ts';
import { type KilledOutcome, runInChild } from './run-in-child.ts';
import type { Sandbox } from './sandbox/enter-sandbox.ts';
import { keepTenantChild, type TenantChild } from './tenant-child.ts';

/** A document to process. Its bytes stay in files and are not sent to the child. */
export interface EngineTask {
  /** Owner of the document: no process handles documents of two tenants. */
  readonly tenant: string;
  readonly operation: Operation;
  readonly from: Format;
  readonly to: Format | ExtractFormat;
  /** The client's options as received. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The client's file name, only used for titles. */
  readonly filename?: string | undefined;
  /** Size limit of the result in bytes; default in `base/result-size.ts`. */
  readonly maxResultBytes?: number | undefined;
  readonly inputPath: string;
  /** The part in a text recognition that several processes share: `recognize` writes pages, `assemble` reads them. */
  readonly recognition?: RecognitionTask | undefined;
  /** Additional files of a request with several, in order. */
  readonly furtherPaths?: readonly string[] | undefined;
  readonly outputPath: string;
}

/** Describes a finished document; the result is in the task's `outputPath`. */
export interface EngineResult {
  readonly mimeType: string;
  readonly extension: string;
  readonly sizeBytes: number;
  readonly report: ConversionReport;
  /** Milliseconds: `start` (waiting for the child), `read`, `convert`, `write`. */
  readonly phases: Readonly<Record<string, number>>;
  /** Truncated output of the engines, for the log. */
  readonly log: string;
}

/** Options of the engine process. */
export interface EngineProcessOptions {
  /** The child's program: `engine-main.ts`, or its bundle with node_modules beside it. */
  readonly entry: string | URL;
  /** Resident memory in bytes at which the child is killed. */
  readonly memoryLimitBytes: number;
  /** Number of documents after which a child is replaced; default 50. */
  readonly recycleAfterJobs?: number | undefined;
  /**
   * Seconds after which a child that is not ready is killed and started again; default 30. Seconds in which this
   * process is frozen do not count.
   */
  readonly startSeconds?: number | undefined;
  /** Seconds in which an engine that is not the last must show progress with an empty document; default 30. */
  readonly stuckSeconds?: number | undefined;
  /** Resident memory in bytes after a document above which the child is replaced; default three quarters of the limit. */
  readonly recycleAboveBytes?: number | undefined;
}

/** Options for one document. */
export interface RunOptions {
  /** Limit for all engines together. After it the child is killed and the job fails with `conversion_timeout`. */
  readonly deadlineSeconds: number;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Fails a document whose engine runs out of memory, which a process with more could convert, instead of trying another engine. */
  readonly failsOutOfMemory?: boolean | undefined;
  /** Aborting kills the child; `run` rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs engines in a separate process. */
export interface EngineProcess {
  /**
   * Converts one document. Throws ConversionError, and PagesToRecognize if the task plans a shared text recognition that the
   * document needs; throws Error if another document is in progress.
   *
   * A child that crashes, hangs or uses too much memory is killed. If another engine supports the conversion, a new
   * child tries that one. Each engine but the last may use three quarters of the remaining time, and 30 s and 1 s
   * for each 20 KB of the document without showing progress.
   */
  readonly run: (task: EngineTask, options: RunOptions) => Promise<EngineResult>;
  /**
   * Announces the tenant of the next document, before it is read. Kills a child that only another tenant can have: an exit takes longer
   * than a short document.
   */
  readonly expect: (tenant: string) => void;
  /** Ensures that an unused child is ready, with the libraries loaded that the last document needed; resolves with its sandbox. */
  readonly warm: () => Promise<Sandbox>;
  /**
   * Waits after a document until nothing goes on, so that a freeze harms nothing. Also ensures that an unused child is ready if the last one
   * was replaced or there were documents of several tenants. Rejects if it cannot start.
   */
  readonly settle: () => Promise<void>;
  /** Kills all children. */
  readonly close: () => Promise<void>;
}

// Long enough for a long document if the first engine succeeds, which is the usual case.
const SHARE_OF_TIME = 0.75;

// An engine that shows no progress with a small document is stuck in it. LibreOffice starts in 5 to 10 s and lays out 20 KB in
// less than one; from 1.2 MB on, the share of a deadline of 120 s is shorter.
const STUCK_SECONDS = 30;
const BYTES_PER_SECOND = 20_000;

const STEPS = 30;

/**
 * Calls back after some seconds in which this process ran. They are counted in steps: after a freeze, a timer for all of them would be due
 * before the child has had time to continue. Returns a function that stops it.
 */
function afterRunning(seconds: number, callback: () => void): () => void {
  let left = STEPS;
  const timer = setInterval(
    () => {
      left -= 1;
      if (left > 0) return;
      clearInterval(timer);
      callback();
    },
    (seconds * 1000) / STEPS,
  ).unref();
  return () => clearInterval(timer);
}

function targetOf({ operation, to }: EngineTask): Target {
  if (operation === 'extract' && isExtractFormat(to)) return { operation, to };
  if (operation === 'convert' && isFormat(to)) return { operation, to };
  throw new TypeError(`Cannot ${operation} to ${to}.`);
}

/** Throws ConversionError `unsupported_content` for a pair without a route, and for options that no route accepts. */
function planOf(task: EngineTask): Plan {
  const { from, options, furtherPaths = [] } = task;
  const planned = planConversion({
    from,
    target: targetOf(task),
    options,
    fileCount: 1 + furtherPaths.length,
  });
  if (planned.ok) return planned.plan;
  throw new ConversionError('unsupported_content', listFaults(planned.faults, 'options'));
}

/** Whether the resets of a route's engines remove a document from a process. */
const isCovered = ({ from, options }: Plan, route: Route | undefined): boolean =>
  route?.every(({ engine }) => engine.reset?.covers(from, options)) ?? false;

const hasAnotherRoute = ({ routes }: Plan, tried: readonly Attempt[]): boolean =>
  remainingRoutes(routes, tried).some(isInstalled);

/** Copies documents to the only folder that the child can read. Returns their paths and a path for the result. */
async function placeFiles(folder: string, documents: readonly string[]) {
  const [inputPath = '', ...furtherPaths] = documents.map((_, index) => join(folder, `input-${index + 1}`));
  let sizeBytes = 0;
  for (const [index, path] of [inputPath, ...furtherPaths].entries()) {
    await copyFile(documents[index] ?? '', path);
    sizeBytes += (await stat(path)).size;
  }
  return { sizeBytes, paths: { inputPath, furtherPaths, outputPath: join(folder, 'output') } };
}

/** Copies recognized pages to the folder that the child can read. */
async function placeRecognition(
  folder: string,
  task: EngineTask['recognition'],
): Promise<EngineTask['recognition']> {
  if (task?.role !== 'assemble') return task;
  const paths = task.paths.map((_, index) => join(folder, `pages-${index + 1}`));
  await Promise.all(task.paths.map((path, index) => copyFile(path, paths[index] ?? '')));
  return { ...task, paths };
}

/** The child of a process, and when it is killed or replaced. */
interface EngineChildren {
  readonly children: TenantChild;
  readonly memoryLimitBytes: number;
  readonly stuckSeconds: number;
  readonly recycleAfterJobs: number;
  readonly recycleAboveBytes: number;
}

/** Replaces the current child if its libraries may be damaged, or if it has handled enough documents. */
function replaceIfWorn(
  { children, recycleAfterJobs, recycleAboveBytes }: EngineChildren,
  child: EngineChild,
  { hasFailed }: { readonly hasFailed: boolean },
): void {
  const hasReachedLimit = children.countJob() >= recycleAfterJobs;
  if (hasFailed || hasReachedLimit || (child.residentBytes() ?? 0) > recycleAboveBytes) children.discard();
}

/**
 * Runs a document in one child after another until one completes it, or no other route is left. Returns what the last child
 * says of the document; throws if that one had to be killed.
 */
async function attempt(
  context: EngineChildren,
  task: EngineTask,
  plan: Plan,
  { deadlineSeconds, onProgress, failsOutOfMemory = false, signal }: RunOptions,
): Promise<EngineResult | ConversionError | PagesToRecognize> {
  const { children, memoryLimitBytes, stuckSeconds } = context;
  const { tenant, filename, maxResultBytes, inputPath, furtherPaths = [], outputPath, recognition } = task;
  const deadline = performance.now() + deadlineSeconds * 1000;
  const limits = { deadlineSeconds, memoryLimitBytes };
  const tried: Attempt[] = [];
  let killed: KilledOutcome | undefined;
  let start = 0;
  let hasRestarted = false;
  let needsNative = false;
  for (;;) {
    signal?.throwIfAborted();
    const routes = remainingRoutes(plan.routes, tried);
    const child = await children.take(tenant, !needsNative && isCovered(plan, routes.find(isInstalled)));
    const takenAt = performance.now();
    let isReady = false;
    void child.ready.then(
      () => {
        isReady = true;
        start += performance.now() - takenAt;
      },
      () => undefined,
    );
    const workDirectory = await mkdtemp(join(child.folder, 'job-'));
    const { sizeBytes: inputBytes, paths } = await placeFiles(workDirectory, [inputPath, ...furtherPaths]);
    const placedRecognition = await placeRecognition(workDirectory, recognition);
    const deadlineFor = (engine: string, hasProgress: boolean): number => {
      const left = Math.max(0, deadline - performance.now());
      const isLast = !hasAnotherRoute(plan, [...tried, { engine, outcome: 'failed' }]);
      if (isLast) return left;
      const patience = (stuckSeconds + inputBytes / BYTES_PER_SECOND) * 1000;
      return Math.min(left * SHARE_OF_TIME, hasProgress ? left : patience);
    };
    const message = {
      plan: { ...plan, routes: routes.map(routeName) },
      filename,
      maxResultBytes,
      ...paths,
      workDirectory,
      recognition: placedRecognition,
      tried,
    };
    const onRoute = (name: string): void => {
      const route = routes.find((each) => routeName(each) === name);
      // Native code could read what is left of another tenant in the heap of a child that had several.
      if (isCovered(plan, route) || !children.bind()) return;
      needsNative = true;
      child.kill();
    };
    const wasNative = needsNative;
    const run = { memoryLimitBytes, deadlineFor, onProgress, onRoute, signal };
    const outcome = await runInChild(child, message, run);
    if (needsNative && !wasNative) {
      children.discard();
      continue;
    }
    if (outcome.type === 'done') {
      const sizeBytes = await copyResultFile(paths.outputPath, outputPath, maxResultBytes);
      await rm(workDirectory, { recursive: true, force: true });
      replaceIfWorn(context, child, outcome);
      const { mimeType, extension, report, phases } = outcome;
      return { mimeType, extension, sizeBytes, report, phases: { start, ...phases }, log: child.takeLog() };
    }
    if (outcome.type === 'unrecognized') {
      await rm(workDirectory, { recursive: true, force: true });
      replaceIfWorn(context, child, { hasFailed: false });
      return new PagesToRecognize(outcome.pages);
    }
    if (outcome.type === 'failed') {
      await rm(workDirectory, { recursive: true, force: true });
      replaceIfWorn(context, child, outcome);
      // Why the first engine died is more specific than what the remaining ones cannot do.
      return killed === undefined
        ? outcome.error
        : errorOfKilled({ ...killed, refusal: outcome.error }, task.from, limits);
    }
    children.discard();
    if (!isReady && outcome.outcome === 'crashed' && !hasRestarted) {
      // It exited before reading the document, so try once more.
      hasRestarted = true;
      continue;
    }
    killed = outcome;
    const { engine } = outcome;
    // A compromised child may name any engine; one that was tried before does not count as another route.
    const isKnown = engine === undefined || tried.some((attempt) => attempt.engine === engine);
    if (engine !== undefined) tried.push({ engine, outcome: outcome.outcome });
    const isLast = isKnown || (failsOutOfMemory && outcome.outcome === 'out_of_memory');
    if (isLast || performance.now() >= deadline || !hasAnotherRoute(plan, tried)) {
      throw errorOfKilled(outcome, task.from, limits);
    }
  }
}

/**
 * Copies what a process has prepared before its first document, so that no document can change it. Returns the folder, or
 * undefined if there is nothing or no space.
 */
function copyPrepared(folder: string): string | undefined {
  const source = join(folder, PREPARED);
  if (!existsSync(source)) return undefined;
  const target = makeProcessFolder(tmpdir(), 'docforge-prepared-');
  try {
    cpSync(source, target, { recursive: true });
    return target;
  } catch {
    removeFolder(target);
    return undefined;
  }
}

/** Creates an engine process that handles one document at a time. Starts nothing before the first `run` or `warm`. */
export function createEngineProcess({
  entry,
  memoryLimitBytes,
  recycleAfterJobs = 50,
  startSeconds = 30,
  stuckSeconds = STUCK_SECONDS,
  recycleAboveBytes = memoryLimitBytes * 0.75,
}: EngineProcessOptions): EngineProcess {
  let mayConfine = true;
  // The next document is probably like the last one.
  let warm: readonly string[] | undefined;
  let prepared: string | undefined;
  const children = keepTenantChild(() => {
    const child = startEngineChild({ entry, memoryLimitBytes, mayConfine, warm, prepared });
    // Before it gets a document: nothing of one is in what others can read.
    void child.ready.then(
      () => {
        prepared ??= copyPrepared(child.folder);
      },
      () => undefined,
    );
    const onTime = afterRunning(startSeconds, child.kill);
    child.ready.then(onTime, onTime);
    child.ready.catch(async () => {
      // It exited by itself before any document, so a file it needs is at a path that Landlock denies. Use the other
      // protections; `warm` reports which ones are active.
      if ((await child.ended).code !== null) mayConfine = false;
    });
    return child;
  });
  const context = { children, memoryLimitBytes, stuckSeconds, recycleAfterJobs, recycleAboveBytes };
  let isBusy = false;

  async function run(task: EngineTask, options: RunOptions): Promise<EngineResult> {
    if (isBusy) throw new Error('The engine process handles one document at a time.');
    isBusy = true;
    try {
      const plan = planOf(task);
      warm = plan.routes[0]?.map(({ engine }) => engine.name);
      const outcome = await attempt(context, task, plan, options).catch((error: unknown) => {
        children.discard();
        throw error;
      });
      if (outcome instanceof ConversionError || outcome instanceof PagesToRecognize) throw outcome;
      return outcome;
    } catch (thrown) {
      const error = foreseen(thrown);
      if (error instanceof ConversionError || isHandover(error) || options.signal?.aborted) throw error;
      throw new ConversionError('internal_error', internalErrorMessage, { cause: error });
    } finally {
      isBusy = false;
    }
  }

  return {
    run,
    expect: children.expect,
    warm: children.warm,
    settle: children.settle,
    close: children.close,
  };
}
