import { curlFile, shellQuoted } from '../../lib/code-text.ts';
import type { Job } from '../api/types.ts';

const phaseLabels = {
  queued: 'Waiting for a worker',
  download: 'Reading the file',
  engine: 'Processing',
  store: 'Storing the result',
  deliver: 'Delivering the result',
} as const;

/** A phase of a job. */
type Phase = {
  readonly name: keyof typeof phaseLabels;
  readonly label: string;
  readonly ms: number;
  /** The share of the total, 0 to 1. */
  readonly share: number;
};

const phaseNames = Object.keys(phaseLabels) as readonly (keyof typeof phaseLabels)[];

/** Returns the phases of a job that took time, in order. */
export const phasesOf = ({ report }: Pick<Job, 'report'>): readonly Phase[] => {
  const timings = report?.timings_ms;
  const phases = phaseNames.map((name) => ({ name, label: phaseLabels[name], ms: timings?.[name] ?? 0 }));
  const total = phases.reduce((sum, { ms }) => sum + ms, 0);
  return phases.filter(({ ms }) => ms > 0).map((phase) => ({ ...phase, share: phase.ms / total }));
};

const outcomeLabels: Readonly<Record<string, string>> = {
  used: 'made the result',
  passed_over: 'passed over',
  refused: 'declined the file',
  failed: 'failed',
  crashed: 'crashed',
  timed_out: 'ran out of time',
  out_of_memory: 'ran out of memory',
  not_installed: 'not installed',
};

type Tried = NonNullable<NonNullable<Job['report']>['tried']>[number];

/** Describes how an engine fared: "passed over, because it does not have page_numbers". */
export const outcomeOf = ({ outcome, options }: Tried): string => {
  const label = outcomeLabels[outcome] ?? outcome;
  return options === undefined || options.length === 0
    ? label
    : `${label}, because it does not have ${options.join(', ')}`;
};

type Requested = Pick<Job, 'file_id' | 'file_ids' | 'filename' | 'from' | 'to' | 'format' | 'steps'>;

/** Returns what the job makes, as members of a request. */
const targetOf = ({ to, format, steps }: Pick<Requested, 'to' | 'format' | 'steps'>) => {
  if (steps !== undefined)
    return {
      steps: steps.map((step) => ({
        name: step.name,
        ...(step.to === undefined ? { format: step.format } : { to: step.to }),
      })),
    };
  return to === undefined ? { format } : { to };
};

const endpointOf = ({ to, steps }: Requested): string =>
  to === undefined && steps === undefined ? '/extract' : '/convert';

/** Returns the request that runs a job again. Undefined if the job does not tell it: its steps can have inputs, a URL is not kept. */
export const repeatOf = (job: Requested): { readonly path: string; readonly json: unknown } | undefined => {
  if (job.file_id === null || job.steps !== undefined) return undefined;
  const files = job.file_ids === undefined ? { file_id: job.file_id } : { file_ids: job.file_ids };
  const from = job.from === null ? {} : { from: job.from };
  return { path: endpointOf(job), json: { ...files, ...from, ...targetOf(job) } };
};

/** Returns the request of a job as a curl command, with a file of the same name. Options are not kept, so it has none. */
export const commandOf = (job: Requested, url: string): string => {
  const head = `curl -sS --fail-with-body ${url}${endpointOf(job)} \\\n  -H "Authorization: Bearer $TOKEN"`;
  if (job.filename === null || job.file_ids !== undefined) {
    const source = job.file_ids === undefined ? { file_url: 'https://...' } : { file_ids: job.file_ids };
    const body = JSON.stringify({ ...source, ...targetOf(job) });
    return `${head} \\\n  -H 'Content-Type: application/json' \\\n  -d ${shellQuoted(body)}`;
  }
  const fields = Object.entries(targetOf(job)).map(([name, value]) =>
    typeof value === 'string' ? `${name}=${value}` : shellQuoted(`${name}=${JSON.stringify(value)}`),
  );
  return `${head} \\\n  -H 'Prefer: wait=25' \\\n  -F ${[curlFile(job.filename), ...fields].join(' -F ')}`;
};

/** Returns whether a job's name, formats or id contain a text. */
export const matches = (title: string, job: Pick<Job, 'job_id' | 'filename'>, search: string): boolean => {
  const words = search.trim().toLowerCase();
  return [title, job.filename ?? '', job.job_id].some((text) => text.toLowerCase().includes(words));
};
