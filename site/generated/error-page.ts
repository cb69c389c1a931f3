import { type ErrorCode, errorCodes } from '../../lib/api/error-codes.ts';
import { errorExamples, limitErrors } from '../../lib/api/error-examples.ts';
import { jobErrors } from '../../lib/conversions/errors.ts';
import type { Page } from '../page.ts';
import { codeBlock, markdownTable } from './markdown.ts';

/** One meaning of a code: in a response, or as the error of a job. */
type Entry = {
  readonly code: string;
  readonly status: number | 'job';
  readonly meaning: string;
  readonly cure: string;
  /** A response, or the `error` of a job. Errors that only the dashboard receives have none. */
  readonly example: object | undefined;
};

const responses = (Object.keys(errorCodes) as ErrorCode[]).map(
  (code): Entry => ({ code, ...errorCodes[code], example: errorExamples.get(code)?.json }),
);

const limits = Object.entries(limitErrors).map(
  ([code, { body, ...info }]): Entry => ({ code, status: 429, ...info, example: body }),
);

const failures = Object.entries(jobErrors).map(
  ([code, { meaning, cure, retryable, example }]): Entry => ({
    code,
    status: 'job',
    meaning,
    cure,
    example: { code, message: example, retryable },
  }),
);

const meaningOf = ({ status, meaning, cure, example }: Entry): string[] => [
  `**${status === 'job' ? 'Error of a job' : `HTTP ${status}`}.** ${meaning}`,
  `What to do: ${cure}`,
  ...(example === undefined ? [] : [codeBlock('json', JSON.stringify(example, null, 2))]),
];

/** A table of codes and a section for each. A code with two meanings has one section, so that its anchor is the code. */
const group = (
  title: string,
  text: string,
  entries: readonly Entry[],
  {
    further = [],
    listed = [],
  }: { readonly further?: readonly Entry[]; readonly listed?: readonly Entry[] } = {},
): string =>
  [
    `## ${title}`,
    text,
    markdownTable(
      ['Code', 'Status', 'Meaning'],
      [...entries, ...listed].map(({ code, status, meaning }) => [
        `[\`${code}\`](#${code})`,
        `${status}`,
        meaning,
      ]),
    ),
    ...entries.flatMap((entry) => [
      `### ${entry.code}`,
      ...[entry, ...further.filter(({ code }) => code === entry.code)].flatMap(meaningOf),
    ]),
  ].join('\n\n');

const isShared = ({ code }: Entry): boolean => responses.some((entry) => entry.code === code);
const isPublic = ({ example }: Entry): boolean => example !== undefined;

/** The page of all error codes; the anchor of each is the code itself. */
export const errorPage = (): Page => ({
  url: '/docs/errors/',
  title: 'Error codes',
  description: 'Every error code of the API and of failed jobs: status, cause, what to do, and an example.',
  section: 'Reference',
  order: 20,
  markdown: [
    'Every error is JSON with a code in `error`, a `message` that states what is wrong and what to do, and often the `field` at fault. Branch on the code, never on the message. [Errors and retries](/docs/guides/errors/) shows how.',
    group('Refused requests', 'The response has one of these codes.', responses.filter(isPublic), {
      further: failures,
    }),
    group(
      'Limits',
      'A 429 has a sentence in `error` instead of a code. With `Accept: application/problem+json` it has these codes in `code`; so have the errors of the clients.',
      limits,
    ),
    group(
      'Failed jobs',
      'A job that fails has `status: "failed"` and an `error` with these codes. `retryable` is true if the same request may succeed later.',
      failures.filter((entry) => !isShared(entry)),
      { listed: failures.filter(isShared) },
    ),
    group(
      'Dashboard',
      'Calls of the dashboard, and requests to endpoints that do not exist, can also receive these codes.',
      responses.filter((entry) => !isPublic(entry)),
    ),
  ].join('\n\n'),
});
