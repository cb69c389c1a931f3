import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { treeOf } from '../lib/conversions/process/sandbox/process-tree.ts';
import { type StackProcess, startStackProcess } from '../test/e2e/support/stack-process.ts';
import { liveHeapOf } from './live-heap.ts';
import { openAccount, tableOf } from './service/account.ts';
import { type Api, type Conversion, openApi } from './service/api.ts';
import { closedLoop } from './service/closed-loop.ts';
import { smallText } from './service/documents.ts';
import { openHttp } from './service/http.ts';
import { ms, printTable } from './service/print-table.ts';
import { median, quantile } from './service/statistics.ts';

const help = `npm run load -- [--minutes N] [--clients N]

Soaks a local stack of its own at 80 % of its capacity, and compares the memory of its processes at start and end.
Fails if a call failed or a live heap grew.
  --minutes N   duration of the soak (30)
  --clients N   calls at once (8)`;

const warmUpSeconds = 60;
const capacitySeconds = 60;
const accounts = 4;

/** Growth that counts as none: caches that fill, such as compiled code. */
const allowedGrowth = { share: 0.1, bytes: 5_000_000 };

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => stopping.abort(new Error('The soak was stopped')));

/** The proportional share of memory of a process in bytes; 0 if it has ended. */
const memoryOf = (pid: number): number => {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
};

/** The name of a function's construct. */
const titleOf = (id: string): string => id.replace(/(Function)?[0-9A-F]{8}$/, '');

type Memory = { readonly processes: number; readonly bytes: number };

/** The processes and their memory by what they do: each function with its engines, and the stack itself. */
const measureMemory = async (stack: StackProcess): Promise<ReadonlyMap<string, Memory>> => {
  const { functions } = await stack.describe();
  const measured = new Map<string, Memory>();
  const note = (title: string, pids: readonly number[]): void => {
    const bytes = pids.reduce((sum, pid) => sum + memoryOf(pid), 0);
    if (bytes > 0) measured.set(title, { processes: pids.length, bytes });
  };
  const ofFunctions = new Set<number>();
  for (const [id, { pids }] of Object.entries(functions)) {
    const trees = pids.flatMap((pid) => treeOf(pid));
    for (const pid of trees) ofFunctions.add(pid);
    note(titleOf(id), trees);
  }
  const others = treeOf(stack.child.pid ?? 0).filter((pid) => !ofFunctions.has(pid));
  note('stack, gateway and emulators', others);
  return measured;
};

/** The live heap of the stack and of one process of each function that serves the calls, by title. Engines are replaced now and then. */
const measureHeaps = async (stack: StackProcess): Promise<ReadonlyMap<string, number>> => {
  const { functions } = await stack.describe();
  const processes = [
    ['stack and gateway', stack.child.pid] as const,
    ...Object.entries(functions).map(([id, { pids }]) => [titleOf(id), pids[0]] as const),
  ];
  const heaps = new Map<string, number>();
  for (const [title, pid] of processes) {
    const bytes = pid === undefined ? undefined : await liveHeapOf(pid);
    if (bytes !== undefined) heaps.set(title, bytes);
  }
  return heaps;
};

type Kind = { readonly title: string; readonly run: (api: Api) => Promise<unknown> };

/** The calls of the soak, in turn. */
const kindsOf = (text: Conversion, pdf: Conversion): readonly Kind[] => [
  { title: 'text to PDF in one call', run: (api) => api.convertInOneCall(text) },
  { title: 'PDF to text in one call', run: (api) => api.convertInOneCall(pdf) },
  {
    title: 'PDF to text by upload, job, wait and download',
    run: async (api) => {
      const jobId = await api.convert(await api.upload(pdf), pdf.to);
      return api.download((await api.finish(jobId)).output_url);
    },
  },
];

const soak = async (minutes: number, clients: number): Promise<boolean> => {
  const { signal } = stopping;
  const folder = await mkdtemp(join(tmpdir(), 'docforge-load-'));
  const { send, close } = openHttp(signal);
  const stack = await startStackProcess(folder, {}, { asLambda: false, signal });
  const table = tableOf(stack.description);
  try {
    console.log(
      `${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)} at the start, Node ${process.version}`,
    );
    const apis = await Promise.all(
      Array.from({ length: accounts }, async () =>
        openApi(stack.description.baseUrl, send, await openAccount(table)),
      ),
    );
    const [first] = apis;
    if (first === undefined) throw new Error('There is no account');
    const text: Conversion = { label: '', filename: 'small.txt', bytes: smallText(), to: 'pdf' };
    const made = await first.finish(await first.convertBody(text));
    const pdf: Conversion = {
      label: '',
      filename: 'small.pdf',
      bytes: await first.download(made.output_url),
      to: 'text',
    };
    const kinds = kindsOf(text, pdf);
    let calls = 0;
    /** The next call, and its duration. The accounts take turns, so engines change their tenant. */
    const call = async (): Promise<{
      readonly title: string;
      readonly milliseconds: number;
      readonly fault?: string;
    }> => {
      const kind = kinds[calls % kinds.length] as Kind;
      const api = apis[Math.floor(calls / kinds.length) % apis.length] as Api;
      calls += 1;
      const startedAt = performance.now();
      const fault = await kind.run(api).then(
        () => undefined,
        (error: Error) => error.message,
      );
      signal.throwIfAborted();
      return {
        title: kind.title,
        milliseconds: performance.now() - startedAt,
        ...(fault === undefined ? {} : { fault }),
      };
    };

    await closedLoop(call, { clients, seconds: warmUpSeconds, signal });
    const capacity = await closedLoop(call, { clients, seconds: capacitySeconds, signal });
    console.log(`Capacity: ${capacity.perSecond.toFixed(1)} calls a second with ${clients} clients`);

    const heapsAtStart = await measureHeaps(stack);
    const samples: Awaited<ReturnType<typeof measureMemory>>[] = [];
    const over = new AbortController();
    const sampling = (async () => {
      while (!over.signal.aborted) {
        samples.push(await measureMemory(stack));
        await pause((minutes * 60_000) / 60, undefined, { signal: over.signal }).catch(() => undefined);
      }
    })();
    /** After each call a pause of a quarter of its time, so that the load is 80 % also when the machine becomes slower or faster. */
    const paced = async () => {
      const ended = await call();
      await pause(ended.milliseconds / 4, undefined, { signal });
      return ended;
    };
    const { results, perSecond } = await closedLoop(paced, { clients, seconds: minutes * 60, signal });
    over.abort();
    await sampling;
    const heapsAtEnd = await measureHeaps(stack);

    console.log(
      `Soak: ${results.length} calls in ${minutes} minutes, ${perSecond.toFixed(1)} a second, load ${loadavg()[0]?.toFixed(1)} at the end`,
    );
    printTable('Milliseconds', [
      ['call', 'calls', 'failed', 'p50', 'p99', 'longest'],
      ...kinds.map(({ title }) => {
        const own = results.filter((each) => each.title === title);
        const times = own.map(({ milliseconds }) => milliseconds);
        const failed = own.filter(({ fault }) => fault !== undefined).length;
        return [
          title,
          String(own.length),
          String(failed),
          ms(median(times)),
          ms(quantile(times, 0.99)),
          ms(quantile(times, 1)),
        ];
      }),
    ]);
    for (const fault of new Set(results.flatMap(({ fault = [] }) => fault)))
      console.log(`Failed: ${fault.slice(0, 300)}`);

    const typical = (of: readonly Memory[]): Memory => ({
      bytes: median(of.map(({ bytes }) => bytes)),
      processes: median(of.map(({ processes }) => processes)),
    });
    const titles = [...new Set(samples.flatMap((sample) => [...sample.keys()]))];
    const rows = titles.map((title) => {
      const own = samples.flatMap((sample) => sample.get(title) ?? []);
      const share = Math.max(1, Math.floor(own.length / 6));
      const [start, end] = [typical(own.slice(0, share)), typical(own.slice(-share))];
      return { title, start, end };
    });
    const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);
    printTable('Memory from the system in MB, garbage included: medians of the first and the last sixth', [
      ['process', 'processes', 'start', 'processes', 'end'],
      ...rows.map(({ title, start, end }) => [
        title,
        String(start.processes),
        mb(start.bytes),
        String(end.processes),
        mb(end.bytes),
      ]),
    ]);
    const heaps = [...heapsAtEnd].flatMap(([title, end]) => {
      const start = heapsAtStart.get(title);
      return start === undefined
        ? []
        : [{ title, start, end, grew: end > start * (1 + allowedGrowth.share) + allowedGrowth.bytes }];
    });
    printTable('Live heap in MB, after a collection', [
      ['process', 'start', 'end', ''],
      ...heaps.map(({ title, start, end, grew }) => [
        title,
        (start / 1e6).toFixed(1),
        (end / 1e6).toFixed(1),
        grew ? 'grew' : '',
      ]),
    ]);
    return heaps.every(({ grew }) => !grew) && results.every(({ fault }) => fault === undefined);
  } finally {
    close();
    table.client.destroy();
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    clients: { type: 'string', default: '8' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else if (!(await soak(Number(values.minutes), Number(values.clients)))) process.exitCode = 1;
