import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { openAccount, tableOf } from '../../service/account.ts';
import { openHttp } from '../../service/http.ts';
import { copyProject } from '../../service/project-copy.ts';
import { startStackProcess } from '../../service/stack-process.ts';
import { median, quantile } from '../../service/statistics.ts';
import type { BenchmarkCase, BenchmarkContext } from '../benchmark-case.ts';

/** Concurrent clients. A worker runs one document at a time. */
const clients = 2;

/** The engine's time limit in seconds (cdk/docforge-stack.ts), and the maximum overhead of the service. */
const deadlineSeconds = 120;
const graceSeconds = 15;

const ended = z.object({
  status: z.enum(['complete', 'failed', 'cancelled']),
  created_at: z.string(),
  completed_at: z.string(),
  report: z.object({ engine: z.string().optional() }).nullable(),
  output: z.object({ size_bytes: z.number() }).nullable(),
  error: z.object({ code: z.string() }).nullable(),
});
type Ended = z.output<typeof ended>;

const uploaded = z.object({ file_id: z.string() });
const accepted = z.object({ job_id: z.string() });
const boundary = 'a-boundary-that-no-document-has';

type Outcome = { readonly name: string; readonly refused?: string; readonly job?: Ended };

const openClient = (
  baseUrl: string,
  send: ReturnType<typeof openHttp>['send'],
  token: () => Promise<string>,
) => {
  const call = async (path: string, body?: string | Buffer, type = 'application/json') => {
    const headers = {
      authorization: `Bearer ${await token()}`,
      ...(body === undefined ? {} : { 'content-type': type }),
    };
    const answer = await send(`${baseUrl}${path}`, { headers, ...(body === undefined ? {} : { body }) });
    const json: unknown = JSON.parse(answer.body.toString());
    return { status: answer.status, json };
  };
  return async (name: string, bytes: Uint8Array): Promise<Outcome> => {
    const form = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="document.pdf"\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const upload = await call('/upload', form, `multipart/form-data; boundary=${boundary}`);
    const file = uploaded.safeParse(upload.json);
    if (!file.success) return { name, refused: JSON.stringify(upload.json).slice(0, 80) };
    const convert = await call('/convert', JSON.stringify({ file_id: file.data.file_id, to: 'text' }));
    const job = accepted.safeParse(convert.json);
    if (!job.success) return { name, refused: JSON.stringify(convert.json).slice(0, 80) };
    for (;;) {
      const { json } = await call(`/job/${job.data.job_id}?wait=25`);
      const end = ended.safeParse(json);
      if (end.success) return { name, job: end.data };
    }
  };
};

const durationOf = ({ created_at, completed_at }: Ended): number =>
  Date.parse(completed_at) - Date.parse(created_at);

const measure = async ({ corpus, scratch }: BenchmarkContext) => {
  const folder = join(corpus, 'hostile');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf'));
  const stopping = new AbortController();
  const project = join(scratch, 'project');
  await copyProject(project);
  const stack = await startStackProcess(project, join(scratch, 'data'), stopping.signal);
  const { send, close } = openHttp(stopping.signal);
  const table = tableOf(stack.description);
  try {
    const account = await openAccount(table);
    const convert = openClient(stack.description.baseUrl, send, account.token);
    const good = await readFile(join(corpus, 'pdf', '01-hello.pdf'));
    const queue = [...names];
    const outcomes: Outcome[] = [];
    const client = async (): Promise<void> => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        outcomes.push(await convert(name, await readFile(join(folder, name))));
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    const after = await convert('good', good);
    const jobs = outcomes.flatMap(({ job }) => job ?? []);
    const times = jobs.map(durationOf);
    const codes = Map.groupBy(jobs, ({ error }) => error?.code ?? 'result');
    const internal = outcomes.filter(({ job }) => job?.error?.code === 'internal_error');
    const withText = jobs.filter(({ output }) => (output?.size_bytes ?? 0) > 1).length;
    const late = times.filter((time) => time > (deadlineSeconds + graceSeconds) * 1000).length;
    return {
      unit: 'a job (median)',
      rows: [
        {
          tool: 'DocForge, the whole service',
          milliseconds: median(times),
          quality: `${withText} of ${names.length} with text (${((withText / names.length) * 100).toFixed(0)} %)`,
        },
        { tool: 'p99', milliseconds: quantile(times, 0.99) },
        { tool: 'longest', milliseconds: Math.max(...times) },
      ],
      targets: [
        {
          text: `${outcomes.length} of ${names.length} ended with a result or a specific error`,
          met: outcomes.length === names.length && internal.length === 0,
        },
        { text: `${late} over the deadline`, met: late === 0 },
        {
          text: 'workers alive: a valid document converts afterwards',
          met: after.job?.status === 'complete',
        },
      ],
      notes: [
        [...codes].map(([code, found]) => `${code} ${found.length}`).join(', '),
        ...outcomes
          .filter(({ refused }) => refused !== undefined)
          .map(({ name, refused }) => `refused: ${name} ${refused}`),
        ...internal.map(({ name }) => `internal_error: ${name}`),
        ...outcomes
          .filter(
            ({ job }) => job?.error?.code === 'out_of_memory' || job?.error?.code === 'conversion_timeout',
          )
          .map(({ name, job }) => `${job?.error?.code}: ${name}`),
      ],
    };
  } finally {
    close();
    table.client.destroy();
    await stack.stop();
  }
};

/** Damaged and hostile PDF files, through the whole service. */
export const hostile: BenchmarkCase = {
  name: 'hostile',
  title: 'Hostile PDF files through the service',
  measure,
};
