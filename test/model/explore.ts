import { createHash } from 'node:crypto';
import { visibilitySeconds, workerTimeoutSeconds } from '../../lib/jobs/job-times.ts';
import { dueKinds, duePartitions } from '../../lib/table-layout.ts';
import { deliveryTimeoutSeconds } from '../../lib/webhooks/delivery-times.ts';
import type { Item } from './expression.ts';
import { execute, type Items } from './memory-table.ts';
import { type Call, type Message, type Place, Places, type Program, type Response } from './process.ts';
import {
  type EngineOutcome,
  failAbandoned,
  receivers,
  retentionSeconds,
  runInvoked,
  runReconciler,
  type Setting,
  setUp,
} from './programs.ts';

/** What is explored: the clients, what engines return, and how many faults may happen in one history. */
export type Scenario = {
  readonly title: string;
  /** Whether it is explored in a second or two, for the short run. */
  readonly isQuick?: true;
  /** The programs of clients by their names. Each starts once, at any time, or at any time at which the job is active, or has just ended. */
  readonly clients: Readonly<
    Record<
      string,
      {
        readonly program: (setting: Setting, jobId: string) => Program;
        readonly needsJob?: 'active' | 'ended';
      }
    >
  >;
  /** What an engine may return for a task, the usual outcome first. Each other one counts as a fault. */
  readonly engine?: (task: string) => readonly EngineOutcome[];
  /** Whether files are scanned for malware, before jobs of uploaded files run. */
  readonly isScanned?: true;
  /** Jobs that its clients create. Default: one. */
  readonly jobs?: number;
  readonly faults: number;
  /** How many in the long run. Default: as many. */
  readonly manyFaults?: number;
  /** Faults that may happen. Default: all. */
  readonly only?: readonly Fault[];
  /** The processes to which faults happen. Default: all. */
  readonly to?: readonly Live['role'][];
  /** Renewals and looks of each process. Default: none. */
  readonly ticks?: number;
};

export type Fault =
  | 'refused'
  | 'repeated'
  | 'lost answer'
  | 'lost message'
  | 'duplicate'
  | 'killed'
  | 'frozen'
  | 'dead letter'
  | 'engine'
  | 'receiver';

/** A message in a queue, or one that was received and returns. */
type Queued = { readonly message: number; readonly visibleAt: number; readonly receives: number };

/** A process that runs. */
type Live = {
  readonly name: string;
  readonly place: number;
  readonly role: Message['kind'] | 'client' | 'invoked' | 'reconciler' | 'dead letter';
  /** When Lambda ends it. */
  readonly until: number;
  readonly queued?: Queued | undefined;
  /** The call of another process that waits for its end. */
  readonly awaitedBy?: { readonly name: string; readonly index: number } | undefined;
  /** Calls whose worker runs. */
  readonly invoked: readonly number[];
  readonly isFrozen?: true | undefined;
};

type State = {
  readonly now: number;
  /** The value of each cell: an item, an object, what a receiver or a client got. 0: none. */
  readonly cells: readonly number[];
  readonly queue: readonly Queued[];
  readonly live: readonly Live[];
  readonly clients: readonly string[];
  /** Partitions of the due index that were swept at this time. */
  readonly swept: readonly number[];
  readonly faults: number;
};

/** An error in the exploration: what is wrong, and the steps that led there. */
export class Violation extends Error {
  readonly what: string;

  constructor(what: string, steps: readonly string[]) {
    super(`${what}\n${steps.map((step, index) => `${String(index + 1).padStart(3)}. ${step}`).join('\n')}`);
    this.name = 'Violation';
    this.what = what;
  }
}

/** Rules about every change, and about states in which nothing more happens. */
export type Invariants = {
  onItem(before: Item | undefined, after: Item | undefined, world: World): string | undefined;
  /** @param isClient a client's call changes it, which may delete a result */
  onObject(
    key: string,
    before: string | undefined,
    after: string | undefined,
    isClient: boolean,
    world: World,
  ): string | undefined;
  /** Whether something takes too long. */
  onTime(world: World): string | undefined;
  atEnd(world: World, setting: Setting, mostJobs: number): readonly string[];
};

/** What is stored, for the invariants. */
export type World = {
  readonly now: number;
  items(): readonly (readonly [key: string, item: Item])[];
  objects(): readonly (readonly [key: string, content: string])[];
  /** Payloads that the receiver got. */
  received(): readonly string[];
  /** What each client was answered: a value, or a fault. */
  answers(): Readonly<Record<string, unknown>>;
};

export type Figures = { states: number; transitions: number; places: number; ends: number };

const start = Date.UTC(2026, 10, 20, 12);
const clientTimeoutSeconds = 29;
const timeouts: Readonly<Record<Live['role'], number>> = {
  job: workerTimeoutSeconds,
  delivery: deliveryTimeoutSeconds,
  ended: 60,
  client: clientTimeoutSeconds,
  invoked: workerTimeoutSeconds,
  reconciler: 60,
  'dead letter': 60,
};

/** The clients end a call, with its repetitions, long before; sweeps of the reconciler rely on it (`settledSeconds`). */
const givesUpMs = 60_000;

/** Processes at once. */
const mostLive = 4;

const terminal = new Set(['complete', 'failed', 'cancelled']);

const unavailable = (): Error =>
  Object.assign(new Error('The service is unavailable'), { name: 'ServiceUnavailable' });

/** Numbers for texts, so that states are short. */
class Texts {
  private readonly numbers = new Map<string, number>();
  private readonly texts: string[] = [''];
  private readonly parsed: unknown[] = [undefined];
  private readonly processes: ReadonlySet<string>[] = [new Set()];

  numberOf(value: unknown): number {
    if (value === undefined) return 0;
    const text = JSON.stringify(value);
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.length;
    this.texts.push(text);
    this.parsed.push(JSON.parse(text));
    this.processes.push(new Set(text.match(/\bp\d{3}/g)));
    this.numbers.set(text, number);
    return number;
  }

  value(number: number): unknown {
    return this.parsed[number];
  }

  names(number: number, process: string): boolean {
    return this.processes[number]?.has(process) === true;
  }
}

const inOrder = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, inOrder(member)]),
  );
};

/** Explores all histories of a scenario, breadth first, each state once. Throws the shortest history that breaks an invariant. */
export const explore = async (
  scenario: Scenario,
  invariants: Invariants,
  limit = Number.POSITIVE_INFINITY,
): Promise<Figures> => {
  const texts = new Texts();
  const places = new Places();
  const slots = new Map<string, number>();
  const slotNames: string[] = [];
  const slotOf = (name: string): number => {
    const known = slots.get(name);
    if (known !== undefined) return known;
    slots.set(name, slotNames.length);
    slotNames.push(name);
    return slotNames.length - 1;
  };

  const entries = <Value>(cells: readonly number[], kind: string): [string, Value][] =>
    cells.flatMap((number, slot) => {
      const name = slotNames[slot] ?? '';
      return number !== 0 && name.startsWith(kind)
        ? [[name.slice(kind.length), texts.value(number) as Value]]
        : [];
    });

  const worldOf = (now: number, cells: readonly number[]): World => ({
    now,
    items: () => entries<Item>(cells, 'item '),
    objects: () => entries<string>(cells, 'object '),
    received: () => entries<string>(cells, 'received ').map(([, payload]) => payload),
    answers: () => Object.fromEntries(entries(cells, 'answer ')),
  });

  /** A state that is being changed. */
  class Draft {
    now: number;
    cells: number[];
    queue: Queued[];
    live: Live[];
    clients: string[];
    swept: number[];
    faults: number;
    wrong: string | undefined;

    constructor(state: State) {
      this.now = state.now;
      this.cells = [...state.cells];
      this.queue = [...state.queue];
      this.live = [...state.live];
      this.clients = [...state.clients];
      this.swept = [...state.swept];
      this.faults = state.faults;
    }

    get(cell: string): unknown {
      const slot = slots.get(cell);
      return slot === undefined ? undefined : texts.value(this.cells[slot] ?? 0);
    }

    set(cell: string, value: unknown): void {
      const slot = slotOf(cell);
      while (this.cells.length <= slot) this.cells.push(0);
      this.cells[slot] = texts.numberOf(value);
    }

    items(): Items {
      return {
        get: (key) => this.get(`item ${key}`) as Item | undefined,
        entries: () => entries<Item>(this.cells, 'item '),
        set: (key, item) => {
          const before = this.get(`item ${key}`) as Item | undefined;
          // Items are stored as JSON, whose members have one order.
          this.set(`item ${key}`, inOrder(item));
          this.wrong ??= invariants.onItem(before, item, worldOf(this.now, this.cells));
          const status = item?.job_status;
          if (terminal.has(String(status)) && before?.job_status !== status && item?.deleted_at === undefined)
            this.enqueue({ kind: 'ended', body: item });
        },
      };
    }

    enqueue(message: Message, visibleAt = this.now, receives = 0): void {
      this.queue.push({ message: texts.numberOf(message), visibleAt, receives });
    }

    freeze(): State {
      const queue = this.queue.toSorted(
        (a, b) => a.message - b.message || a.visibleAt - b.visibleAt || a.receives - b.receives,
      );
      const live = this.live.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      while (this.cells.at(-1) === 0) this.cells.pop();
      return {
        now: this.now,
        cells: this.cells,
        queue,
        live,
        clients: this.clients,
        swept: this.swept.toSorted((a, b) => a - b),
        faults: this.faults,
      };
    }
  }

  const isAllowed = (fault: Fault, role: Live['role'] | undefined): boolean =>
    (scenario.only?.includes(fault) ?? true) && (role === undefined || (scenario.to?.includes(role) ?? true));

  /** A call of a process that was frozen for so long that its client does not repeat it. */
  const givenUp = { title: 'given up', fault: undefined, run: (): Response => ({ fault: unavailable() }) };

  /** What may come of a call, and what it changes. The usual outcome comes first and costs nothing. */
  type Outcome = {
    readonly title: string;
    readonly fault?: Fault;
    /** Undefined: no response, so that the client repeats the call. */
    readonly run: (draft: Draft) => Response | undefined;
  };

  const attempt = (run: () => unknown): Response => {
    try {
      return { value: run() };
    } catch (fault) {
      if (
        fault instanceof Error &&
        /^(ConditionalCheckFailed|TransactionCanceled)Exception$/.test(fault.name)
      )
        return { fault };
      throw fault;
    }
  };

  /** Around an effect: it is refused, its answer is lost for good, or lost and the call repeated by the client. */
  const withFaults = (run: (draft: Draft) => Response, canRepeat: boolean): Outcome[] => [
    { title: 'done', run },
    { title: 'refused', fault: 'refused', run: () => ({ fault: unavailable() }) },
    {
      title: 'done, and its answer lost',
      fault: 'lost answer',
      run: (draft) => {
        run(draft);
        return { fault: unavailable() };
      },
    },
    ...(canRepeat
      ? [
          {
            title: 'done, its answer lost, and to be repeated',
            fault: 'repeated',
            run: (draft: Draft) => {
              run(draft);
              return undefined;
            },
          } as const,
        ]
      : []),
  ];

  const outcomesOf = (call: Call, live: Live, index: number): readonly Outcome[] => {
    switch (call.to) {
      case 'table': {
        const { command, request } = call;
        const run = (draft: Draft): Response => attempt(() => execute(command, request, draft.items()));
        if (/^(Get|Query|BatchGet)/.test(command))
          return [
            { title: 'read', run },
            { title: 'refused', fault: 'refused', run: () => ({ fault: unavailable() }) },
          ];
        // A repeated transaction has the token of the first.
        return withFaults(run, command !== 'TransactWriteCommand');
      }
      case 'queue': {
        const run = (draft: Draft): Response => {
          draft.enqueue(call.message);
          return { value: undefined };
        };
        return [
          ...withFaults(run, true),
          { title: 'lost', fault: 'lost message', run: () => ({ value: undefined }) },
        ];
      }
      case 'objects': {
        const cell = `object ${call.key}`;
        if (call.act === 'get')
          return [
            { title: 'read', run: (draft) => ({ value: draft.get(cell) }) },
            { title: 'refused', fault: 'refused', run: () => ({ fault: unavailable() }) },
          ];
        const content = call.act === 'put' ? call.content : undefined;
        return withFaults((draft) => {
          const before = draft.get(cell) as string | undefined;
          draft.set(cell, content);
          draft.wrong ??= invariants.onObject(
            call.key,
            before,
            content,
            live.role === 'client',
            worldOf(draft.now, draft.cells),
          );
          return { value: undefined };
        }, false);
      }
      case 'engine': {
        const results = scenario.engine?.(call.task) ?? [{ text: `result of ${call.task}` }];
        return [
          ...results.map(
            (value, at): Outcome => ({
              title: `ended with ${JSON.stringify(value)}`,
              ...(at === 0 ? {} : { fault: 'engine' }),
              run: () => ({ value }),
            }),
          ),
          { title: 'failed', fault: 'engine', run: () => ({ fault: unavailable() }) },
        ];
      }
      case 'receiver': {
        const receive = (draft: Draft): void => draft.set(`received ${call.payload}`, call.payload);
        return [
          {
            title: 'received',
            run: (draft) => {
              receive(draft);
              return { value: { status: 200, excerpt: '' } };
            },
          },
          {
            title: 'refused with 500',
            fault: 'receiver',
            run: () => ({ value: { status: 500, excerpt: '' } }),
          },
          {
            title: 'received, and the answer lost',
            fault: 'receiver',
            run: (draft) => {
              receive(draft);
              return { value: { problem: 'No answer', isSlow: true } };
            },
          },
        ];
      }
      case 'worker':
        return [
          {
            title: 'started',
            run: (draft) => {
              draft.live = draft.live.map((each) =>
                each.name === live.name ? { ...each, invoked: [...each.invoked, index] } : each,
              );
              return { value: undefined };
            },
          },
          { title: 'refused', fault: 'refused', run: () => ({ fault: unavailable() }) },
        ];
      case 'pause':
      case 'interval':
        return [{ title: 'over', run: () => ({ value: undefined }) }];
    }
  };

  /** Reads at the start of a sweep, and where it got: several at once, of which no other process sees the order. */
  const isSweepCall = (call: Call): boolean => {
    if (call.to !== 'table') return false;
    const {
      IndexName,
      Key,
      ExpressionAttributeValues: values,
    } = call.request as {
      IndexName?: string;
      Key?: Item;
      ExpressionAttributeValues?: Record<string, unknown>;
    };
    return (
      call.command === 'BatchGetCommand' ||
      IndexName !== undefined ||
      [Key?.pk, values?.[':pk']].includes('RECONCILER')
    );
  };

  /** The call that a process makes next; its pauses and intervals apart. */
  const nextCall = (live: Live): readonly [number, Call] | undefined =>
    places
      .at(live.place)
      .pending.find(
        ([index, { to }]) => to !== 'pause' && to !== 'interval' && !live.invoked.includes(index),
      );

  const replace = (draft: Draft, name: string, change: Partial<Live> | undefined): void => {
    draft.live = draft.live.flatMap((each) =>
      each.name !== name ? [each] : change === undefined ? [] : [{ ...each, ...change }],
    );
  };

  const described = new WeakMap<Call, string>();
  const describe = (call: Call): string => {
    const known = described.get(call);
    if (known !== undefined) return known;
    const title = titleOf(call);
    described.set(call, title);
    return title;
  };

  const titleOf = (call: Call): string => {
    switch (call.to) {
      case 'table': {
        const { Key, Item, TransactItems, KeyConditionExpression } = call.request as Record<string, Item>;
        const key = Key ?? Item;
        const what =
          key === undefined
            ? JSON.stringify(TransactItems ?? KeyConditionExpression).slice(0, 200)
            : `${key.pk} ${key.sk}`;
        const change = (call.request as { UpdateExpression?: string }).UpdateExpression ?? '';
        return `${call.command.replace('Command', '')} ${what} ${change}`.slice(0, 260);
      }
      case 'queue':
        return `send ${JSON.stringify(call.message)}`;
      case 'objects':
        return `${call.act} object ${call.key}`;
      case 'engine':
        return `convert ${call.task}`;
      case 'receiver':
        return `post ${call.payload.slice(0, 30)}`;
      default:
        return call.to;
    }
  };

  /** Gives a response to a process, runs what follows of itself, and deals with its end. */
  const respond = async (draft: Draft, name: string, index: number, response: Response): Promise<void> => {
    const live = draft.live.find((each) => each.name === name);
    if (live === undefined) return;
    const place = await places.after(places.at(live.place), index, response, draft.now);
    await settle(
      draft,
      { ...live, place: place.id, invoked: live.invoked.filter((each) => each !== index) },
      place,
    );
  };

  const settle = async (draft: Draft, live: Live, place: Place): Promise<void> => {
    replace(draft, live.name, live);
    const { ended } = place;
    if (ended === undefined) {
      const next = nextCall(live);
      if (next !== undefined && isSweepCall(next[1])) {
        const [outcome] = outcomesOf(next[1], live, next[0]);
        const response = outcome?.run(draft);
        if (response !== undefined) await respond(draft, live.name, next[0], response);
      }
      return;
    }
    replace(draft, live.name, undefined);
    const fault = 'fault' in ended ? ended.fault : undefined;
    if (fault !== undefined && !isExpected(fault)) {
      draft.wrong ??= `${live.role} threw ${fault instanceof Error ? fault.stack : JSON.stringify(fault)}`;
      return;
    }
    await end(draft, live, 'value' in ended ? { value: ended.value } : { fault: unavailable() });
  };

  const isExpected = (fault: unknown): boolean =>
    fault instanceof Error &&
    ['ServiceUnavailable', 'ApiError', 'UsageLimitError', 'BusyError'].includes(fault.name);

  /** The end of a process: its message is done or returns, its caller or client is answered. */
  const end = async (draft: Draft, live: Live, response: Response): Promise<void> => {
    const failed = 'fault' in response;
    if (live.queued !== undefined && failed) {
      const { message, receives } = live.queued;
      const again = live.role === 'ended' ? draft.now + 1000 : draft.now + visibilitySeconds * 1000;
      draft.queue.push({ message, visibleAt: again, receives: receives + 1 });
    }
    if (live.role === 'client')
      draft.set(`answer ${live.name}`, failed ? { fault: 'failed' } : (response.value ?? null));
    const { awaitedBy } = live;
    if (
      awaitedBy !== undefined &&
      draft.live.some(({ name, invoked }) => name === awaitedBy.name && invoked.includes(awaitedBy.index))
    ) {
      const caller = draft.live.find(({ name }) => name === awaitedBy.name);
      const waits = caller && places.at(caller.place).pending.some(([index]) => index === awaitedBy.index);
      if (waits === true) await respond(draft, awaitedBy.name, awaitedBy.index, response);
    }
  };

  const begin = async (
    draft: Draft,
    role: Live['role'],
    key: string,
    program: Program,
    more: Partial<Live> = {},
  ): Promise<void> => {
    const name = more.name ?? freeName(draft);
    const place = await places.start(name, `${role} ${key}`, program, draft.now);
    const live: Live = {
      name,
      role,
      place: place.id,
      until: draft.now + timeouts[role] * 1000,
      invoked: [],
      ...more,
    };
    draft.live.push(live);
    await settle(draft, live, place);
  };

  const freeName = ({ live, cells }: Draft): string => {
    for (let number = 1; ; number += 1) {
      const name = `p${String(number).padStart(3, '0')}`;
      if (live.some((each) => each.name === name || each.awaitedBy?.name === name)) continue;
      if (!cells.some((cell) => texts.names(cell, name))) return name;
    }
  };

  const kill = async (draft: Draft, live: Live): Promise<void> => {
    replace(draft, live.name, undefined);
    await end(draft, live, { fault: unavailable() });
  };

  /** When the lists of the reconciler contain an item, and which of its partitions that is. */
  type Due = {
    readonly part: number;
    readonly dueAt: number;
    readonly lists: readonly { readonly sweep: number; readonly delayMs: number }[];
  };

  const dues = new Map<number, Due | undefined>();
  const dueOf = (cell: number): Due | undefined => {
    if (dues.has(cell)) return dues.get(cell);
    const { due, due_at: dueAt } = Object(texts.value(cell)) as Item;
    const kind = dueKinds.find((each) => due === each || String(due).startsWith(`${each}#`));
    const found = kind && {
      part: duePartitions(kind).indexOf(String(due)),
      dueAt: Number(dueAt),
      lists: delaysOf(kind).map(([list, delayMs]) => ({
        sweep: slotOf(`item RECONCILER|SWEEP#${list} ${due}`),
        delayMs,
      })),
    };
    dues.set(cell, found);
    return found;
  };

  /** The lists that contain items of a kind, and how long after their time. */
  const delaysOf = (
    kind: (typeof dueKinds)[number],
  ): readonly (readonly [list: string, delayMs: number])[] => {
    if (kind === 'JOB')
      return [
        ['JOB', 0],
        ['QUICK', retentionSeconds * 1000],
      ];
    return [[kind, kind === 'WEBHOOK' ? 0 : 60_000]];
  };

  const partitionCount = duePartitions('JOB').length;

  /** The partitions of the reconciler that list something now. */
  const dueParts = ({ cells, now }: State): readonly number[] => {
    const parts = cells.flatMap((cell) => {
      const due = cell === 0 ? undefined : dueOf(cell);
      const isListed = due?.lists.some(({ sweep, delayMs }) => {
        const { swept_until: swept = 0 } = Object(texts.value(cells[sweep] ?? 0)) as { swept_until?: number };
        return due.dueAt <= now - delayMs && due.dueAt > swept;
      });
      return due !== undefined && isListed === true ? [due.part] : [];
    });
    return [...new Set(parts)].sort((a, b) => a - b);
  };

  /** When something may happen next. */
  const nextTime = (state: State, due: readonly number[]): number | undefined => {
    let later = Number.POSITIVE_INFINITY;
    const consider = (time: number): void => {
      if (time > state.now && time < later) later = time;
    };
    for (const cell of state.cells) {
      if (cell === 0) continue;
      const { lists = [], dueAt = 0 } = dueOf(cell) ?? {};
      for (const { delayMs } of lists) consider(dueAt + delayMs);
      const { lease_until: leaseUntil } = Object(texts.value(cell)) as Item;
      if (typeof leaseUntil === 'number') consider(leaseUntil);
    }
    for (const { visibleAt } of state.queue) consider(visibleAt);
    for (const { place, isFrozen, until } of state.live) {
      if (isFrozen === true) consider(until + 1);
      for (const [, call] of places.at(place).pending) if (call.to === 'pause') consider(call.until);
    }
    // The reconciler runs once a minute, and comes back to what it has not finished.
    if (state.swept.some((part) => due.includes(part))) consider(state.now + 60_000);
    return later === Number.POSITIVE_INFINITY ? undefined : later;
  };

  const keyOf = (state: State): string => createHash('sha1').update(JSON.stringify(state)).digest('base64');

  // The first state: an account with a file.
  const initial = new Draft({
    now: start,
    cells: [],
    queue: [],
    live: [],
    clients: [],
    swept: [],
    faults: scenario.faults,
  });
  let at = await places.start('c000', 'set-up', setUp, start);
  while (at.ended === undefined) {
    const [index, call] = at.pending[0] ?? [];
    if (index === undefined || call === undefined) throw new Error('The set-up waits for nothing');
    const [outcome] = outcomesOf(
      call,
      { name: 'c000', place: at.id, role: 'client', until: 0, invoked: [] },
      index,
    );
    at = await places.after(at, index, outcome?.run(initial) ?? { value: undefined }, start);
  }
  if ('fault' in at.ended) throw at.ended.fault;
  const setting = at.ended.value as Setting;
  initial.clients = Object.keys(scenario.clients);

  type Known = { readonly from: number; readonly title: string };
  const known: Known[] = [];
  const seen = new Map<string, number>();
  const edges: number[] = [];
  let frontier: { readonly state: State; readonly id: number }[] = [];
  let next: { readonly state: State; readonly id: number }[] = [];
  const figures: Figures = { states: 0, transitions: 0, places: 0, ends: 0 };

  const historyOf = (id: number, last: string): string[] => {
    const steps = [last];
    for (let each = known[id]; each !== undefined && each.from >= 0; each = known[each.from])
      steps.unshift(each.title);
    return steps;
  };

  const reach = (draft: Draft, from: number, title: string): void => {
    figures.transitions += 1;
    if (draft.wrong !== undefined) throw new Violation(draft.wrong, historyOf(from, title));
    const state = draft.freeze();
    const key = keyOf(state);
    const found = seen.get(key);
    if (found !== undefined) {
      edges.push(from, found);
      return;
    }
    const id = known.length;
    seen.set(key, id);
    known.push({ from, title });
    edges.push(from, id);
    next.push({ state, id });
  };

  const expand = async (state: State, id: number): Promise<void> => {
    const go = async (
      title: string,
      fault: Fault | undefined,
      change: (draft: Draft) => Promise<void>,
      role?: Live['role'],
    ): Promise<void> => {
      if (fault !== undefined && (state.faults === 0 || !isAllowed(fault, role))) return;
      const draft = new Draft(state);
      if (fault !== undefined) draft.faults -= 1;
      await change(draft);
      reach(draft, id, fault === undefined ? title : `${title}  (${fault})`);
    };

    let isBusy = false;
    for (const live of state.live) {
      const place = places.at(live.place);
      const who = `${live.name} ${live.role}`;
      if (live.isFrozen === true) {
        await go(`${who}: goes on`, undefined, async (draft) =>
          replace(draft, live.name, { isFrozen: undefined }),
        );
        continue;
      }
      const call = nextCall(live);
      const timers = place.pending.filter(
        ([, each]) =>
          (each.to === 'pause' && each.until <= state.now) ||
          (each.to === 'interval' && place.ticks < (scenario.ticks ?? 0) && place.now < state.now),
      );
      for (const [index, each] of [...(call === undefined ? [] : [call]), ...timers]) {
        isBusy = true;
        const isLate = (each.to === 'table' || each.to === 'objects') && state.now - place.now >= givesUpMs;
        for (const outcome of isLate ? [givenUp] : outcomesOf(each, live, index)) {
          await go(
            `${who}: ${describe(each)}: ${outcome.title}`,
            outcome.fault,
            async (draft) => {
              const response = outcome.run(draft);
              if (response === undefined) return;
              if (each.to === 'worker' && !('fault' in response)) {
                await begin(draft, 'invoked', each.event, runInvoked(each.event), {
                  awaitedBy: { name: live.name, index },
                });
              } else await respond(draft, live.name, index, response);
            },
            live.role,
          );
        }
      }
      await go(`${who}: killed`, 'killed', (draft) => kill(draft, live), live.role);
      await go(
        `${who}: frozen`,
        'frozen',
        async (draft) => replace(draft, live.name, { isFrozen: true }),
        live.role,
      );
      if (live.role === 'invoked' && live.awaitedBy !== undefined && live.awaitedBy.index >= 0) {
        await go(`${who}: its answer is lost`, 'lost answer', async (draft) => {
          const { awaitedBy } = live;
          replace(draft, live.name, { awaitedBy: undefined });
          if (awaitedBy !== undefined) await respondIfWaiting(draft, awaitedBy);
        });
      }
    }

    const visible = state.queue.filter(({ visibleAt }) => visibleAt <= state.now);
    for (const queued of visible.filter(
      (each, place) => place === 0 || each.message !== visible[place - 1]?.message,
    )) {
      const message = texts.value(queued.message) as Message;
      const what = `${message.kind} message ${queued.message}`;
      const without = (draft: Draft): void => {
        draft.queue.splice(
          draft.queue.findIndex((each) => JSON.stringify(each) === JSON.stringify(queued)),
          1,
        );
      };
      if (state.live.length < mostLive) {
        isBusy = true;
        const program = receivers[message.kind](message.body, scenario.isScanned === true);
        await go(`${what}: received`, undefined, async (draft) => {
          without(draft);
          await begin(draft, message.kind, String(queued.message), program, { queued });
        });
        await go(`${what}: received, and stays`, 'duplicate', (draft) =>
          begin(draft, message.kind, String(queued.message), program),
        );
      }
      if (message.kind !== 'ended') {
        await go(`${what}: lost`, 'lost message', async (draft) => without(draft));
      }
      if (message.kind === 'job') {
        await go(`${what}: a dead letter`, 'dead letter', async (draft) => {
          without(draft);
          await begin(draft, 'dead letter', String(queued.message), failAbandoned(message.body));
        });
      }
    }

    const [job] = entries<Item>(state.cells, 'item ').flatMap(([, item]) =>
      item.job_status === undefined ? [] : [item],
    );
    const isEnded = job !== undefined && terminal.has(String(job.job_status));
    const hasJustEnded = isEnded && state.now <= Number(job.completed_at) + 300_000;
    const jobId = String(job?.sk ?? '').slice('JOB#'.length);
    for (const name of state.clients) {
      const client = scenario.clients[name];
      const isReady = { active: job !== undefined && !isEnded, ended: hasJustEnded };
      if (client === undefined || (client.needsJob !== undefined && !isReady[client.needsJob])) continue;
      isBusy ||= client.needsJob === undefined;
      await go(`client ${name}: starts`, undefined, async (draft) => {
        draft.clients = draft.clients.filter((each) => each !== name);
        const number = `c${String(Object.keys(scenario.clients).indexOf(name) + 1).padStart(3, '0')}`;
        await begin(draft, 'client', name, client.program(setting, jobId), { name: number });
      });
    }

    const due = dueParts(state);
    for (const part of due.filter((each) => !state.swept.includes(each))) {
      isBusy = true;
      await go(`reconciler ${part}: starts`, undefined, async (draft) => {
        draft.swept.push(part);
        await begin(draft, 'reconciler', `${part}`, runReconciler({ part, of: partitionCount }));
      });
    }

    const later = nextTime(state, due);
    if (later !== undefined && !isBusy) {
      await go(`time passes until ${new Date(later).toISOString()}`, undefined, async (draft) => {
        draft.now = later;
        draft.swept = [];
        draft.wrong ??= invariants.onTime(worldOf(later, state.cells));
        for (const live of state.live.filter(({ until }) => until < later))
          if (draft.live.some(({ name }) => name === live.name)) await kill(draft, live);
      });
    } else if (!isBusy) {
      figures.ends += 1;
      const problems = [
        ...(state.live.length > 0 ? [`Processes wait for ever: ${state.live.map(({ role }) => role)}`] : []),
        ...invariants.atEnd(worldOf(state.now, state.cells), setting, scenario.jobs ?? 1),
      ];
      if (problems.length > 0)
        throw new Violation(problems.join('; '), historyOf(id, 'nothing more happens'));
    }
  };

  const respondIfWaiting = async (
    draft: Draft,
    { name, index }: NonNullable<Live['awaitedBy']>,
  ): Promise<void> => {
    const caller = draft.live.find((each) => each.name === name);
    if (caller?.invoked.includes(index) && places.at(caller.place).pending.some(([each]) => each === index))
      await respond(draft, name, index, { fault: unavailable() });
  };

  reach(initial, -1, 'start');
  while (next.length > 0) {
    [frontier, next] = [next, []];
    for (const { state, id } of frontier) {
      if (known.length > limit) throw new Error(`${scenario.title}: more than ${limit} states`);
      await expand(state, id);
    }
  }
  figures.states = known.length;
  figures.places = places.count;
  if (hasCycle(known.length, edges)) throw new Violation('A history can go on for ever', []);
  return figures;
};

/** Whether the graph of states has a cycle, that is, something that can go on for ever. */
const hasCycle = (count: number, edges: readonly number[]): boolean => {
  const incoming = new Int32Array(count);
  const first = new Int32Array(count).fill(-1);
  const following = new Int32Array(edges.length / 2).fill(-1);
  for (let edge = 0; edge < edges.length; edge += 2) {
    const [from = -1, to = -1] = [edges[edge], edges[edge + 1]];
    if (from < 0) continue;
    incoming[to] = (incoming[to] ?? 0) + 1;
    following[edge / 2] = first[from] ?? -1;
    first[from] = edge / 2;
  }
  const free = [...incoming.keys()].filter((id) => incoming[id] === 0);
  let removed = 0;
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    removed += 1;
    for (let edge = first[id] ?? -1; edge >= 0; edge = following[edge] ?? -1) {
      const to = edges[2 * edge + 1] ?? 0;
      incoming[to] = (incoming[to] ?? 0) - 1;
      if (incoming[to] === 0) free.push(to);
    }
  }
  return removed < count;
};
