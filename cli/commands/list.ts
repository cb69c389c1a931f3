import { type ExitCode, exitCodes, usageError } from '../command-error.ts';
import { type Context, openBackend } from './convert.ts';

const table = (rows: readonly (readonly string[])[]): string => {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Lists what formats convert to. */
export const listFormats = async (
  from: string | undefined,
  options: { readonly json?: boolean; readonly local?: boolean },
  context: Context,
): Promise<ExitCode> => {
  const rows = await (await openBackend(options, context)).formats(from);
  const text = options.json
    ? JSON.stringify(rows)
    : table([
        ['FROM', 'COMMAND', 'TO', 'ENGINE'],
        ...rows.map((row) => [row.from, row.operation, row.to, row.engines[0] ?? '']),
      ]);
  context.terminal.stdout.write(`${text}\n`);
  return exitCodes.ok;
};

/** Lists the jobs of the account. */
export const listJobs = async (
  options: { readonly json?: boolean; readonly status?: string; readonly limit: number },
  context: Context,
): Promise<ExitCode> => {
  const backend = await openBackend({}, context);
  if (backend.jobs === undefined) throw usageError('Only a service has jobs.');
  const jobs = await backend.jobs(options.limit, options.status);
  const text = options.json
    ? JSON.stringify(jobs)
    : table([
        ['JOB', 'STATUS', 'FROM', 'TO', 'CREATED', 'ERROR'],
        ...jobs.map((job) => [
          job.job_id,
          job.status,
          job.from ?? '',
          job.to ?? job.format ?? '',
          job.created_at.slice(0, 19).replace('T', ' '),
          job.error?.code ?? '',
        ]),
      ]);
  context.terminal.stdout.write(`${text}\n`);
  return exitCodes.ok;
};
