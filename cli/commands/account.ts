import type { Job } from '../../client/types.ts';
import { printableJson } from '../../lib/conversions/base/printable.ts';
import { type ExitCode, exitCodes } from '../command-error.ts';
import { say } from '../console.ts';
import { columnsOf, table } from '../layout.ts';
import { createOutputs, endingOf, isFolder } from '../outputs.ts';
import { writeTo } from '../placement.ts';
import { openClient } from '../service.ts';
import type { Source } from '../task.ts';
import type { Context } from './convert.ts';

type Listing = { readonly json?: boolean };

const count = (value: number): string => value.toLocaleString('en-US');

/** Shows the service, the plan, and what is used and left of it. */
export const showUsage = async ({ json }: Listing, { environment, terminal }: Context): Promise<ExitCode> => {
  const { account, docforge } = await openClient(environment);
  const usage = await docforge.usage();
  const { plan, operations, jobs, keys } = usage;
  say(
    terminal.stdout,
    json
      ? printableJson({ url: account.url, ...usage })
      : table(
          [
            ['Service', account.url],
            ['Plan', plan],
            [
              'Operations',
              `${count(operations.used)} of ${count(operations.limit)} used; resets on ${operations.resets_at.slice(0, 10)}`,
            ],
            ['Jobs at once', `${jobs.active} of ${jobs.max}`],
            ['API keys', `${keys.used} of ${keys.max}`],
          ],
          columnsOf(terminal.stdout),
        ),
  );
  return exitCodes.ok;
};

/** The document of a job and what becomes of it: `report.docx: docx to pdf`. */
export const describedJob = ({ filename, from, to, format }: Job): string =>
  `${filename === null ? '' : `${filename}: `}${from ?? 'unknown format'} to ${to ?? format}`;

const rowsOf = (job: Job): string[][] => {
  const { report, output, error, progress } = job;
  const of = progress?.total == null ? '' : ` of ${progress.total}`;
  const rows: readonly (readonly [string, string | number | null | undefined])[] = [
    ['Job', job.job_id],
    ['Status', job.status],
    ['Progress', progress && `${progress.done}${of} ${progress.unit}`],
    ['Document', describedJob(job)],
    ['Created', job.created_at],
    ['Ended', job.completed_at],
    ['Expires', job.expires_at],
    ['Result', output && `${output.filename}, ${count(output.size_bytes)} bytes`],
    ['Pages', report?.pages],
    ['Engine', report?.engine],
    ...(report?.warnings ?? []).map((warning) => ['Warning', warning] as const),
    ['Error', error && `${error.code}: ${error.message}`],
  ];
  return rows.flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
};

/** Shows a job. */
export const showJob = async (
  id: string,
  { json }: Listing,
  { environment, terminal, signal }: Context,
): Promise<ExitCode> => {
  const { docforge } = await openClient(environment);
  const job = await docforge.job(id, { signal });
  say(terminal.stdout, json ? printableJson(job, 2) : table(rowsOf(job), columnsOf(terminal.stdout)));
  return exitCodes.ok;
};

/** Cancels a job. Fails if the job has already ended. */
export const cancelJob = async (
  id: string,
  { environment, terminal, signal }: Context,
): Promise<ExitCode> => {
  const { docforge } = await openClient(environment);
  const { status } = await docforge.cancel(id, { signal });
  say(terminal.stdout, `${id}: ${status}`);
  return exitCodes.ok;
};

/** Downloads the result of a job, or of a step that keeps it. */
export const downloadResult = async (
  id: string,
  { out, step, force = false }: { readonly out?: string; readonly step?: string; readonly force?: boolean },
  { environment, terminal, signal }: Context,
): Promise<ExitCode> => {
  const { docforge } = await openClient(environment);
  const job = await docforge.waitFor(id, { signal });
  const result = docforge.result(job, { step, signal });
  if (out === '-') {
    await writeTo(terminal.stdout, await result.bytes());
    return exitCodes.ok;
  }
  const { filename } = result;
  const source: Source = { kind: 'bytes', bytes: new Uint8Array(), name: filename };
  const extension = /\.([^.]+)$/.exec(filename)?.[1] ?? 'bin';
  const ending =
    step === undefined && job.format !== undefined ? endingOf('extract', job.format, extension) : extension;
  const outputs = createOutputs({ out, isFolder: out !== undefined && (await isFolder(out)), force });
  await outputs.check(source, ending);
  const bytes = await result.bytes();
  say(terminal.stdout, `${id} -> ${await outputs.write(source, ending, bytes)} (${bytes.length} bytes)`);
  return exitCodes.ok;
};
