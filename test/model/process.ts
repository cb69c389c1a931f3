import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { crc32 } from 'node:zlib';

/** What a process waits for: a call to a service, a pause or an interval of its own. */
export type Call =
  | { readonly to: 'table'; readonly command: string; readonly request: object }
  | { readonly to: 'queue'; readonly message: Message }
  | {
      readonly to: 'objects';
      readonly act: 'put' | 'get' | 'remove';
      readonly key: string;
      readonly content?: string;
    }
  | { readonly to: 'engine'; readonly task: string }
  | { readonly to: 'receiver'; readonly url: string; readonly payload: string }
  | { readonly to: 'worker'; readonly event: string }
  | { readonly to: 'pause'; readonly until: number }
  | { readonly to: 'interval' };

/** A message, and what receives it. */
export type Message = { readonly kind: 'job' | 'delivery' | 'ended'; readonly body: unknown };

/** What comes back from a call. */
export type Response = { readonly value: unknown } | { readonly fault: Error };

/** Makes a call, and returns what the explorer has decided that comes back. */
export type MakeCall = <Value>(call: Call) => Promise<Value>;

/** A program whose every call the explorer decides. */
export type Program = (call: MakeCall, now: number) => Promise<unknown>;

type Pending = {
  readonly call: Call;
  readonly respond: (response: Response) => void;
};

/** A program that runs. */
class Run {
  now: number;
  ended: { readonly value: unknown } | { readonly fault: unknown } | undefined;
  readonly pending = new Map<number, Pending>();
  private calls = 0;
  private randoms = 0;
  private readonly name: string;

  constructor(name: string, program: Program, now: number) {
    this.name = name;
    this.now = now;
    current.run(this, () => {
      program((call) => this.call(call), now).then(
        (value) => {
          this.ended = { value };
        },
        (fault: unknown) => {
          this.ended = { fault };
        },
      );
    });
  }

  call<Value>(call: Call): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    this.expect(call, (response) =>
      'fault' in response ? reject(response.fault) : resolve(response.value as Value),
    );
    return promise;
  }

  expect(call: Call, respond: Pending['respond']): number {
    const index = this.calls;
    this.calls += 1;
    this.pending.set(index, { call, respond });
    return index;
  }

  respond(index: number, response: Response, now: number): void {
    const pending = this.pending.get(index);
    if (pending === undefined) throw new Error(`${this.name} has no call ${index}`);
    this.now = now;
    if (pending.call.to !== 'interval') this.pending.delete(index);
    current.run(this, () => pending.respond(response));
  }

  /** A text that no other process has, in place of a random one. */
  unique(length: number): string {
    this.randoms += 1;
    return `${this.name}${String(this.randoms).padStart(2, '0')}`.padEnd(length, '0').slice(0, length);
  }
}

const current = new AsyncLocalStorage<Run>();

const real = {
  now: Date.now,
  pause: timers.setTimeout,
  every: globalThis.setInterval,
  endEvery: globalThis.clearInterval,
  randomBytes: crypto.randomBytes,
  randomUUID: crypto.randomUUID,
  getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto),
};

/** A pause of a run, which ends early if its signal is aborted. */
const pauseOf = (run: Run, ms: number, value: unknown, signal?: AbortSignal): Promise<unknown> => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const index = run.expect({ to: 'pause', until: run.now + ms }, () => resolve(value));
  signal?.addEventListener('abort', () => {
    if (run.pending.delete(index)) reject(signal.reason);
  });
  return promise;
};

/** Gives the clock, the timers and the random numbers of programs to the explorer. Others keep theirs. */
const takeOver = (): void => {
  Date.now = () => current.getStore()?.now ?? real.now();
  timers.setTimeout = ((ms = 0, value?: unknown, options?: { signal?: AbortSignal }) => {
    const run = current.getStore();
    return run === undefined ? real.pause(ms, value, options) : pauseOf(run, ms, value, options?.signal);
  }) as typeof real.pause;
  globalThis.setInterval = ((act: () => void, ms: number) => {
    const run = current.getStore();
    return run === undefined ? real.every(act, ms) : { index: run.expect({ to: 'interval' }, act) };
  }) as unknown as typeof real.every;
  globalThis.clearInterval = ((timer: { readonly index: number }) => {
    const run = current.getStore();
    if (run === undefined) real.endEvery(timer as never);
    else run.pending.delete(timer.index);
  }) as unknown as typeof real.endEvery;
  crypto.randomBytes = ((size: number) => {
    const run = current.getStore();
    if (run === undefined) return real.randomBytes(size);
    return Buffer.from(run.unique(Math.ceil((size * 4) / 3)), 'base64url').subarray(0, size);
  }) as typeof real.randomBytes;
  crypto.randomUUID = (() => current.getStore()?.unique(8) ?? real.randomUUID()) as typeof real.randomUUID;
  globalThis.crypto.getRandomValues = ((bytes: Uint8Array) => {
    const run = current.getStore();
    if (run === undefined) return real.getRandomValues(bytes as never);
    return bytes.fill(crc32(run.unique(8)) % 256);
  }) as typeof globalThis.crypto.getRandomValues;
  syncBuiltinESMExports();
};

takeOver();

/** Lets a run go on until it waits for a call. All that it does in between are microtasks. */
const untilItWaits = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A place in a program: what it has been answered so far decides what it does next. */
export type Place = {
  readonly id: number;
  readonly title: string;
  readonly parent: Place | undefined;
  /** When the last response came, in ms since the epoch. */
  readonly now: number;
  /** Responses of intervals so far. */
  readonly ticks: number;
  readonly pending: readonly (readonly [index: number, call: Call])[];
  readonly ended: Run['ended'];
  /** A run that is at this place, unless one of its successors has taken it over. */
  run: Run | undefined;
  readonly reply: { readonly index: number; readonly response: Response } | undefined;
  readonly next: Map<string, Place>;
};

/** Runs of earlier places are forgotten: they are repeated when they are needed. */
const keptRuns = 3000;

/** Errors have no members of their own in JSON. */
const textOf = (response: Response): string =>
  'fault' in response
    ? `! ${response.fault.name} ${JSON.stringify(response.fault)}`
    : (JSON.stringify(response) ?? '');

/** A fault has members that a program may change; a value is copied, as if it had been sent. */
const copyOf = (response: Response): Response =>
  'fault' in response
    ? response
    : { value: response.value === undefined ? undefined : structuredClone(response.value) };

/** The places of all programs. Each is run once, or a few times, however many states of the whole contain it. */
export class Places {
  private readonly starts = new Map<string, Place>();
  private readonly all: Place[] = [];
  private readonly programs = new Map<Place, { readonly name: string; readonly program: Program }>();
  private readonly kept: Place[] = [];
  /** How often programs were started, for the figures. */
  runs = 0;

  get count(): number {
    return this.all.length;
  }

  at(id: number): Place {
    const place = this.all[id];
    if (place === undefined) throw new Error(`There is no place ${id}`);
    return place;
  }

  /** Starts a program. The same name, key and time are the same place. */
  async start(name: string, key: string, program: Program, now: number): Promise<Place> {
    const text = `${name} ${key} ${now}`;
    const known = this.starts.get(text);
    if (known !== undefined) return known;
    this.runs += 1;
    const run = new Run(name, program, now);
    await untilItWaits();
    const place = this.note(run, undefined, undefined, key.slice(0, 60));
    this.programs.set(place, { name, program });
    this.starts.set(text, place);
    return place;
  }

  /** The place that a program comes to after a response. */
  async after(place: Place, index: number, response: Response, now: number): Promise<Place> {
    const text = `${index} ${now} ${textOf(response)}`;
    const known = place.next.get(text);
    if (known !== undefined) return known;
    const run = place.run ?? (await this.repeat(place));
    place.run = undefined;
    run.respond(index, copyOf(response), now);
    await untilItWaits();
    const next = this.note(run, place, { index, response }, place.title);
    place.next.set(text, next);
    return next;
  }

  private note(run: Run, parent: Place | undefined, reply: Place['reply'], title: string): Place {
    const isTick = parent?.pending.some(([index, { to }]) => index === reply?.index && to === 'interval');
    const place: Place = {
      id: this.all.length,
      title,
      parent,
      now: run.now,
      ticks: (parent?.ticks ?? 0) + (isTick ? 1 : 0),
      pending: [...run.pending].map(([index, { call }]) => [index, call]),
      ended: run.ended,
      run,
      reply,
      next: new Map(),
    };
    this.all.push(place);
    this.kept.push(place);
    if (this.kept.length > keptRuns) {
      for (const each of this.kept.splice(0, keptRuns / 2)) each.run = undefined;
    }
    return place;
  }

  private async repeat(place: Place): Promise<Run> {
    const path: Place[] = [];
    for (let at: Place | undefined = place; at !== undefined; at = at.parent) path.unshift(at);
    const [start, ...others] = path;
    const found = start && this.programs.get(start);
    if (start === undefined || found === undefined) throw new Error('A place has no start');
    this.runs += 1;
    const run = new Run(found.name, found.program, start.now);
    await untilItWaits();
    for (const { reply, now } of others) {
      if (reply === undefined) throw new Error('A place has no reply');
      run.respond(reply.index, copyOf(reply.response), now);
      await untilItWaits();
    }
    return run;
  }
}
