import { type Format, isFormat } from '../conversions/formats.ts';
import { measured } from '../measures.ts';
import type { Job } from './job.ts';
import { lastStep } from './job-steps.ts';

/** The formats by family, so that metrics have some dozen pairs of formats instead of two thousand. */
export const formatFamilies = {
  pdf: ['pdf'],
  document: ['docx', 'doc', 'odt', 'fodt', 'rtf', 'epub'],
  sheet: ['xlsx', 'xls', 'xlsb', 'ods', 'fods', 'csv', 'tsv', 'dbf', 'dif'],
  slides: ['pptx', 'ppt', 'odp', 'fodp'],
  web: ['html', 'mhtml', 'xml'],
  text: ['text', 'markdown', 'json', 'yaml', 'asciidoc', 'latex', 'rst', 'org', 'ipynb', 'srt', 'vtt'],
  mail: ['eml', 'msg'],
  image: ['png', 'jpeg', 'webp', 'tiff', 'gif', 'avif', 'bmp', 'ico', 'jp2', 'svg', 'svgz'],
  archive: ['zip'],
} as const satisfies Readonly<Record<string, readonly Format[]>>;

const families: ReadonlyMap<string, string> = new Map(
  Object.entries(formatFamilies).flatMap(([family, formats]) => formats.map((format) => [format, family])),
);

const familyOf = (format: string | undefined): string => families.get(format ?? '') ?? 'other';

/** The members of a part of a report, which an earlier version may not have stored. */
const membersOf = (value: unknown): Readonly<Record<string, unknown>> => ({ ...Object(value) });

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** The names of engines come from the code; anything else in their place is not logged. */
const engineForm = /^[a-z0-9-]{1,60}(?: \+ [a-z0-9-]{1,60}){0,9}$/;

const outcomeOf = ({ status, error }: Job): string => {
  if (status !== 'failed') return status;
  return error !== undefined && ['internal_error', 'conversion_timeout', 'out_of_memory'].includes(error.code)
    ? 'failed'
    : 'rejected';
};

/**
 * The log line of an ended job, from which CloudWatch also reads the metrics of jobs. `Outcome` is `complete`, `cancelled`, `rejected` if the
 * document is at fault, and `failed` if the service or one of its limits is. It contains no name and nothing of the document.
 */
export const endedJobLine = (job: Job): Readonly<Record<string, unknown>> => {
  const { accountId, keyLastFour, requestId, jobId, error, createdAt, completedAt, attempts, steps } = job;
  const { type, target, worker } = lastStep(steps.list);
  const from = job.from !== undefined && isFormat(job.from) ? job.from : undefined;
  const report = job.report ?? {};
  const timings = membersOf(report.timings_ms);
  const engine =
    typeof report.engine === 'string' && engineForm.test(report.engine) ? report.engine : undefined;
  return {
    accountId,
    keyLastFour,
    requestId,
    jobId,
    from,
    to: target,
    error: error?.code,
    engines: engine,
    ms: completedAt === undefined ? undefined : completedAt - createdAt,
    attempts,
    steps: steps.list.length,
    bytesIn: numberOf(membersOf(report.input).size_bytes),
    bytesOut: numberOf(membersOf(report.output).size_bytes),
    ...measured(
      {
        Jobs: 1,
        JobWait: numberOf(timings.queued),
        EngineTime: numberOf(timings.engine),
        Pages: numberOf(report.pages),
      },
      {
        Outcome: outcomeOf(job),
        Pair: `${familyOf(from)}-${type === 'extraction' ? 'extract' : familyOf(target)}`,
        Engine: engine?.split(' ')[0] ?? 'none',
        Worker: worker,
      },
    ),
  };
};
