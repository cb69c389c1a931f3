import { readFileSync } from 'node:fs';
import { treeOf } from '../lib/conversions/process/sandbox/process-tree.ts';
import type { StackProcess } from '../test/e2e/support/stack-process.ts';
import { liveHeapOf } from './live-heap.ts';
import { printTable } from './service/print-table.ts';

/** The memory of the processes with one purpose, in bytes. */
type Memory = {
  readonly processes: number;
  /** The largest live heap of one of them. Undefined if none has an inspector. */
  readonly liveHeap: number | undefined;
  /** What they have from the system, with garbage. */
  readonly resident: number;
};

/** The memory of a stack by the purpose of its processes. */
export type StackMemory = ReadonlyMap<string, Memory>;

/** The proportional share of memory of a process in bytes; 0 if it has ended. */
const residentOf = (pid: number): number => {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
};

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/** The name of a function's construct. */
const titleOf = (id: string): string => id.replace(/(Function)?[0-9A-F]{8}$/, '');

/** Returns the processes of a stack: those of its functions, their engines, and those of the stack itself. */
const processesOf = async (stack: StackProcess): Promise<ReadonlyMap<string, readonly number[]>> => {
  const { functions } = await stack.describe();
  const hosts = Object.entries(functions).filter(([, { pids }]) => pids.length > 0);
  const ofFunctions = new Set(hosts.flatMap(([, { pids }]) => pids));
  const all = treeOf(stack.child.pid ?? 0);
  const under = new Set([...ofFunctions].flatMap((pid) => treeOf(pid)));
  const others = all.filter((pid) => pid !== stack.child.pid && !under.has(pid));
  return new Map([
    ['stack and gateway', [stack.child.pid ?? 0]],
    ['table', others.filter((pid) => commandOf(pid).includes('dynoxide'))],
    ...hosts.map(([id, { pids }]) => [titleOf(id), pids] as const),
    ['engines', [...under].filter((pid) => !ofFunctions.has(pid))],
  ]);
};

/** Measures all processes of a stack, which should have nothing to do. */
export const measureStack = async (stack: StackProcess): Promise<StackMemory> => {
  const measured = new Map<string, Memory>();
  for (const [title, pids] of await processesOf(stack)) {
    const heaps: number[] = [];
    // Engines are sandboxed, and replaced after fifty documents.
    for (const pid of title === 'engines' || title === 'table' ? [] : pids)
      heaps.push((await liveHeapOf(pid)) ?? 0);
    measured.set(title, {
      processes: pids.length,
      liveHeap: heaps.length === 0 ? undefined : Math.max(...heaps),
      resident: pids.reduce((sum, pid) => sum + residentOf(pid), 0),
    });
  }
  return measured;
};

/** Growth in half of the time that counts as none. */
const allowedBytes = 500_000;

const megabytes = (bytes: number | undefined): string =>
  bytes === undefined ? '-' : (bytes / 1e6).toFixed(1);

/**
 * Prints the memory of each process at the start, after half of the time and at the end.
 *
 * @returns whether no live heap grew in both halves: a cache fills, a leak goes on
 */
export const compareMemory = (samples: readonly StackMemory[]): boolean => {
  const rows = [...(samples.at(-1) ?? [])].map(([title, { processes }]) => {
    const own = samples.map((sample) => sample.get(title));
    const heaps = own.map((each) => each?.liveHeap ?? 0);
    const grew = heaps.slice(1).every((bytes, index) => bytes - (heaps[index] ?? 0) > allowedBytes);
    return { title, processes, own, grew };
  });
  printTable('Memory in MB: live heap after a full collection, and all memory from the system', [
    ['process', 'number', 'heap: start', 'half', 'end', 'all: start', 'half', 'end', ''],
    ...rows.map(({ title, processes, own, grew }) => [
      title,
      String(processes),
      ...own.map((each) => megabytes(each?.liveHeap)),
      ...own.map((each) => megabytes(each?.resident)),
      grew ? 'grew' : '',
    ]),
  ]);
  return rows.every(({ grew }) => !grew);
};
