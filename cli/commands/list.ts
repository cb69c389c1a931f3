import type { JobStatus } from '../../client/types.ts';
import { printableJson } from '../../lib/conversions/base/printable.ts';
import { canonicalFormat, formats } from '../../lib/conversions/formats.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { type ExitCode, exitCodes, usageError } from '../command-error.ts';
import { say } from '../console.ts';
import { columnsOf, table, wrapped } from '../layout.ts';
import { optionRows } from '../option-rows.ts';
import type { FormatRow } from '../task.ts';
import { describedJob } from './account.ts';
import { type Context, openBackend } from './convert.ts';

const namesOf = (rows: readonly FormatRow[], operation: FormatRow['operation']): readonly string[] =>
  rows.filter((row) => row.operation === operation).map(({ to }) => to);

/**
 * What each format converts to, with the formats that have the same targets in one group. A format that does not convert to
 * itself is in the group of those that convert to it too, because the group lists "another of" its targets.
 */
const groupsOf = (rows: readonly FormatRow[], columns: number): string => {
  const targets = new Set(namesOf(rows, 'convert'));
  const groups = new Map<string, { readonly formats: string[]; readonly rows: readonly string[][] }>();
  for (const [from, own] of Map.groupBy(rows, (row) => row.from)) {
    const converts = namesOf(own, 'convert');
    const isOther = targets.has(from) && !converts.includes(from);
    const all = [...targets].filter((to) => converts.includes(to) || (isOther && to === from));
    const group = [
      [isOther ? 'convert to another of' : 'convert to', all.join(', ')],
      ['extract', namesOf(own, 'extract').join(', ')],
    ];
    const key = JSON.stringify(group);
    const known = groups.get(key) ?? { formats: [], rows: group };
    known.formats.push(from);
    groups.set(key, known);
  }
  return [...groups.values()]
    .map(({ formats, rows: lines }) => {
      const names = wrapped(formats.join(', '), columns).join('\n');
      const list = table(
        lines.filter(([, last]) => last !== '').map(([first = '', last = '']) => [`  ${first}`, last]),
        columns,
      );
      return `${names}\n${list}`;
    })
    .join('\n\n');
};

const optionsOf = (rows: readonly FormatRow[], columns: number): string =>
  rows
    .map(({ from, operation, to, engines, options }) => {
      const list = table(optionRows(options), columns);
      const title = operation === 'convert' ? `Convert ${from} to ${to}` : `Extract ${to} from ${from}`;
      return `${title}\n${table([['Engines', engines.join(', ')]], columns)}\n\n${list === '' ? 'No options.' : list}`;
    })
    .join('\n\n');

const meant = (name: string, names: readonly string[]): string => {
  const nearest = nearestName(name, [...new Set(names)]);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
};

/** Lists what formats convert to, or the options of the conversion and extraction to `to`. */
export const listFormats = async (
  from: string | undefined,
  to: string | undefined,
  { json, ...options }: { readonly json?: boolean; readonly local?: boolean },
  context: Context,
): Promise<ExitCode> => {
  if (from !== undefined && canonicalFormat(from) === undefined)
    throw usageError(
      `Unknown format ${JSON.stringify(from)}.${meant(from, Object.keys(formats))} docforge formats lists all formats.`,
    );
  const backend = await openBackend(options, context);
  const rows = await backend.formats(from);
  const found =
    to === undefined ? rows : rows.filter((row) => row.to === (canonicalFormat(to) ?? to) || row.to === to);
  if (to !== undefined && found.length === 0)
    throw usageError(
      `Cannot convert ${from} to ${JSON.stringify(to)}.${meant(
        to,
        rows.map((row) => row.to),
      )} docforge formats ${from} lists the targets.`,
    );
  const { stdout } = context.terminal;
  const columns = columnsOf(stdout);
  if (json) say(stdout, printableJson(found));
  else if (to !== undefined) say(stdout, optionsOf(found, columns));
  else
    say(
      stdout,
      `${groupsOf(found, columns)}\n\nTo list the options of a conversion: docforge formats ${from ?? 'docx'} ${found[0]?.to}`,
    );
  return exitCodes.ok;
};

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const;

/** The time since a job was created, in its largest unit. */
const ageOf = (createdAt: string, now: number): string => {
  const seconds = Math.max(0, Math.floor((now - Date.parse(createdAt)) / 1000));
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? ['s', 1];
  return `${Math.floor(seconds / length)}${unit}`;
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
      : table(
          [
            ['JOB', 'STATUS', 'AGE', 'DOCUMENT'],
            ...jobs.map((job) => [
              job.job_id,
              job.status,
              ageOf(job.created_at, Date.now()),
              `${describedJob(job)}${job.error === null ? '' : ` (${job.error.code})`}`,
            ]),
          ],
          columnsOf(context.terminal.stdout),
        ),
  );
  return exitCodes.ok;
};
