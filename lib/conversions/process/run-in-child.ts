import { ConversionError } from '../../errors.ts';
import type { Attempt, Progress } from '../engine/engine.ts';
import type { ChildEnd, EngineChild } from './engine-child.ts';
import type { ChildMessage, ConvertMessage } from './messages.ts';
import { watchResidentMemory } from './resident-memory.ts';

/** A document on its way through one child. */
export interface ChildRun {
  readonly memoryLimitBytes: number;
  /** Milliseconds the named engine may take. */
  readonly allowanceFor: (engine: string) => number;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Why a child died over a document. */
export interface KilledOutcome {
  readonly type: 'killed';
  /** Undefined where it died before an engine began. */
  readonly engine: string | undefined;
  readonly outcome: Extract<Attempt['outcome'], 'crashed' | 'timed_out' | 'out_of_memory'>;
  /** What an engine before the one that died said about the document. */
  readonly refusal: ConversionError | undefined;
  readonly detail: string;
}

/** How a document ended in one child. */
export type ChildOutcome =
  | Extract<ChildMessage, { type: 'done' }>
  | { readonly type: 'failed'; readonly error: ConversionError }
  | KilledOutcome;

// V8's heap at its limit, Rust and C++ at theirs.
const OUT_OF_MEMORY =
  /heap out of memory|memory allocation of \d+ bytes failed|std::bad_alloc|Array buffer allocation failed/;

type WireError = Extract<ChildMessage, { type: 'failed' }>['error'];

const fromWire = ({ code, message, detail }: WireError): ConversionError =>
  new ConversionError(code, message, { cause: new Error(detail) });

/** Sends a document to a child once it is ready and waits for its end or the child's. Rejects only with the signal's reason. */
export async function runInChild(
  child: EngineChild,
  message: ConvertMessage,
  { memoryLimitBytes, allowanceFor, onProgress, signal }: ChildRun,
): Promise<ChildOutcome> {
  let engine: string | undefined;
  let refusal: ConversionError | undefined;
  let killedFor: 'timed_out' | 'out_of_memory' | undefined;
  const kill = (reason: typeof killedFor): void => {
    killedFor ??= reason;
    child.kill();
  };
  const abort = (): void => child.kill();
  let timer = setTimeout(() => kill('timed_out'), allowanceFor(''));
  const unwatch = watchResidentMemory(child.pid, memoryLimitBytes, () => kill('out_of_memory'));
  const { promise: replied, resolve: reply } = Promise.withResolvers<ChildOutcome>();
  const unlisten = child.listen((answer) => {
    if (answer.type === 'progress') onProgress?.(answer.progress);
    if (answer.type === 'done') reply(answer);
    if (answer.type === 'failed') reply({ type: 'failed', error: fromWire(answer.error) });
    if (answer.type === 'engine') {
      engine = answer.name;
      refusal = answer.refusal && fromWire(answer.refusal);
      clearTimeout(timer);
      timer = setTimeout(() => kill('timed_out'), allowanceFor(engine));
    }
  });
  signal?.addEventListener('abort', abort, { once: true });
  const killed = (end: ChildEnd): KilledOutcome => {
    const log = child.takeLog();
    const outcome = killedFor ?? (OUT_OF_MEMORY.test(log) ? 'out_of_memory' : 'crashed');
    return {
      type: 'killed',
      engine,
      outcome,
      refusal,
      detail: `${outcome} ${end.signal ?? end.code}\n${log}`,
    };
  };
  try {
    void child.ready.then(
      () => child.send(message),
      () => undefined,
    );
    // The log is taken after the race: an earlier document's race with the same child is still listening for its end.
    const outcome = await Promise.race([replied, child.ended]);
    signal?.throwIfAborted();
    return 'type' in outcome ? outcome : killed(outcome);
  } finally {
    clearTimeout(timer);
    unwatch();
    unlisten();
    signal?.removeEventListener('abort', abort);
  }
}
