import { EngineFault } from '../base/fault-record.ts';
import type { Attempt, Progress } from '../engine/engine.ts';
import { ConversionError } from '../errors.ts';
import type { ChildEnd, EngineChild } from './engine-child.ts';
import type { ChildMessage, ConvertMessage } from './messages.ts';
import { watchResidentMemory } from './resident-memory.ts';

/** How to run a document in one child. */
interface ChildRun {
  readonly memoryLimitBytes: number;
  /** Returns the time that an engine has from now on in milliseconds, before and after it shows its first progress. */
  readonly deadlineFor: (engine: string, hasProgress: boolean) => number;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Called with the name of each route before it gets the document. */
  readonly onRoute: (name: string) => void;
  readonly signal: AbortSignal | undefined;
}

/** Why a document killed a child. */
export interface KilledOutcome {
  readonly type: 'killed';
  /** Undefined if the child died before an engine started. */
  readonly engine: string | undefined;
  readonly outcome: Extract<Attempt['outcome'], 'crashed' | 'timed_out' | 'out_of_memory'>;
  /** The error of the engine before the one that died. */
  readonly refusal: ConversionError | undefined;
  readonly cause: EngineFault;
}

/** The outcome of a document in one child. */
type ChildOutcome =
  | Extract<ChildMessage, { type: 'done' }>
  | Extract<ChildMessage, { type: 'unrecognized' }>
  | { readonly type: 'failed'; readonly error: ConversionError; readonly hasFailed: boolean }
  | KilledOutcome;

// Out-of-memory messages of V8, Rust and C++.
const OUT_OF_MEMORY =
  /heap out of memory|memory allocation of \d+ bytes failed|std::bad_alloc|Array buffer allocation failed/;

type WireError = Extract<ChildMessage, { type: 'failed' }>['error'];

const fromWire = ({ code, message, detail, record }: WireError): ConversionError =>
  new ConversionError(code, message, { cause: new EngineFault(detail, record) });

/** Sends a document to a child once it is ready and waits for the result or the child's exit. Rejects only on abort. */
export async function runInChild(
  child: EngineChild,
  message: ConvertMessage,
  { memoryLimitBytes, deadlineFor, onProgress, onRoute, signal }: ChildRun,
): Promise<ChildOutcome> {
  let engine: string | undefined;
  let refusal: ConversionError | undefined;
  let killedFor: 'timed_out' | 'out_of_memory' | undefined;
  const kill = (reason: typeof killedFor): void => {
    killedFor ??= reason;
    child.kill();
  };
  const abort = (): void => child.kill();
  const startTimer = (hasProgress: boolean): NodeJS.Timeout =>
    setTimeout(() => kill('timed_out'), deadlineFor(engine ?? '', hasProgress));
  let timer = startTimer(true);
  let hasProgress = false;
  const stopWatching = watchResidentMemory(child.pid, memoryLimitBytes, () => kill('out_of_memory'));
  const { promise: replied, resolve: reply } = Promise.withResolvers<ChildOutcome>();
  const stopListening = child.listen((received) => {
    if (received.type === 'progress') {
      onProgress?.(received.progress);
      if (hasProgress) return;
      hasProgress = true;
      clearTimeout(timer);
      timer = startTimer(true);
    }
    if (received.type === 'done' || received.type === 'unrecognized') reply(received);
    if (received.type === 'failed') reply({ ...received, error: fromWire(received.error) });
    if (received.type === 'engine') {
      engine = received.name;
      onRoute(engine);
      refusal = received.refusal && fromWire(received.refusal);
      hasProgress = false;
      clearTimeout(timer);
      timer = startTimer(false);
    }
  });
  signal?.addEventListener('abort', abort, { once: true });
  const killed = (end: ChildEnd): KilledOutcome => {
    const log = child.takeLog();
    const outcome = killedFor ?? (OUT_OF_MEMORY.test(log) ? 'out_of_memory' : 'crashed');
    const how = end.signal ?? `exit-${end.code}`;
    const record = { name: outcome, code: how, ...(engine === undefined ? {} : { engine }), places: [] };
    return {
      type: 'killed',
      engine,
      outcome,
      refusal,
      cause: new EngineFault(`${outcome} ${how}\n${log}`, record),
    };
  };
  try {
    void child.ready.then(
      () => child.send(message),
      () => undefined,
    );
    // Take the log after the race: an earlier document's race may still be waiting for this child's exit.
    const outcome = await Promise.race([replied, child.ended]);
    signal?.throwIfAborted();
    return 'type' in outcome ? outcome : killed(outcome);
  } finally {
    clearTimeout(timer);
    stopWatching();
    stopListening();
    signal?.removeEventListener('abort', abort);
  }
}
