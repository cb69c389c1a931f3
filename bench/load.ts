import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startStackProcess } from '../test/e2e/support/stack-process.ts';
import { compareMemory, measureStack } from './process-memory.ts';
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

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => stopping.abort(new Error('The soak was stopped')));

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

    const memory = [await measureStack(stack)];
    /** After each call a pause of a quarter of its time, so that the load is 80 % also when the machine becomes slower or faster. */
    const paced = async () => {
      const ended = await call();
      await pause(ended.milliseconds / 4, undefined, { signal });
      return ended;
    };
    const results: Awaited<ReturnType<typeof call>>[] = [];
    for (const _ of ['first half', 'second half']) {
      const half = await closedLoop(paced, { clients, seconds: minutes * 30, signal });
      results.push(...half.results);
      memory.push(await measureStack(stack));
    }

    console.log(
      `Soak: ${results.length} calls in ${minutes} minutes, ${(results.length / minutes / 60).toFixed(1)} a second, load ${loadavg()[0]?.toFixed(1)} at the end`,
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

    return compareMemory(memory) && results.every(({ fault }) => fault === undefined);
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
