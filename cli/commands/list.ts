import type { JobStatus } from '../../client/types.ts';
import { printableJson } from '../../lib/conversions/base/printable.ts';
import { canonicalFormat } from '../../lib/conversions/formats.ts';
import { type ExitCode, exitCodes, usageError } from '../command-error.ts';
import { say } from '../console.ts';
import { table } from '../layout.ts';
import { optionRows } from '../option-rows.ts';
import type { FormatRow } from '../task.ts';
import { type Context, openBackend } from './convert.ts';

const targetsOf = (rows: readonly FormatRow[]): string =>
  table(
    [...Map.groupBy(rows, ({ from, operation }) => `${from} ${operation}`).values()].map((group) => [
      group[0]?.from ?? '',
      group[0]?.operation ?? '',
      group.map(({ to }) => to).join(', '),
    ]),
  );

const optionsOf = (rows: readonly FormatRow[]): string =>
  rows
    .map(({ from, operation, to, engines, options }) => {
      const list = table(optionRows(options));
      return `${from}, ${operation} to ${to}\n${table([['Engines', engines.join(', ')]])}\n\n${list === '' ? 'No options.' : list}`;
    })
    .join('\n\n');

/** Lists what formats convert to, or the options of the conversion and extraction to `to`. */
export const listFormats = async (
  from: string | undefined,
  to: string | undefined,
  { json, ...options }: { readonly json?: boolean; readonly local?: boolean },
  context: Context,
): Promise<ExitCode> => {
  const backend = await openBackend(options, context);
  const rows = await backend.formats(from);
  const found =
    to === undefined ? rows : rows.filter((row) => row.to === (canonicalFormat(to) ?? to) || row.to === to);
  if (to !== undefined && found.length === 0)
    throw usageError(
      `Cannot convert ${from} to ${JSON.stringify(to)}. docforge formats ${from} lists the targets.`,
    );
  const { stdout } = context.terminal;
  if (json) say(stdout, printableJson(found));
  else if (to !== undefined) say(stdout, optionsOf(found));
  else
    say(stdout, `${targetsOf(found)}\n\nOptions: docforge formats ${from ?? found[0]?.from} ${found[0]?.to}`);
  return exitCodes.ok;
};

/** Lists the jobs of the account. */
export const listJobs = async (
  options: { readonly json?: boolean; readonly status?: JobStatus; readonly limit: number },
  context: Context,
): Promise<ExitCode> => {
  const backend = await openBackend({}, context);
  if (backend.jobs === undefined) throw usageError('Only a service has jobs.');
  const jobs = await backend.jobs(options.limit, options.status);
  say(
    context.terminal.stdout,
    options.json
      ? printableJson(jobs)
      : table([
          ['JOB', 'STATUS', 'CREATED (UTC)', 'FROM, TO', 'FILE'],
          ...jobs.map((job) => [
            job.job_id,
            job.status,
            job.created_at.slice(0, 16).replace('T', ' '),
            `${job.from ?? '?'} to ${job.to ?? job.format}${job.error === null ? '' : ` ${job.error.code}`}`,
            job.filename ?? '',
          ]),
        ]),
  );
  return exitCodes.ok;
};
