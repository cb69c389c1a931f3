import { isRecord } from '../../lib/is-record.ts';

/** A response of the API. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** Empty if the body is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
};

/** The content of a request. */
export type Sent = {
  readonly token?: string | undefined;
  readonly json?: unknown;
  readonly body?: string | FormData;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Sends a request to the API. */
export type Call = (method: string, path: string, sent?: Sent) => Promise<Answer>;

/** Longer than API Gateway's integration timeout. */
const timeoutMilliseconds = 60_000;

const parse = (text: string): Answer['json'] => {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
};

/** Creates a client for a base URL without a trailing slash. */
export const caller =
  (baseUrl: string): Call =>
  async (method, path, { token, json, body, headers = {} } = {}) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
    });
    return { status: answer.status, headers: answer.headers, json: parse(await answer.text()) };
  };

/** Returns the status and, for an error, its code. */
const summary = ({ status, json }: Answer): string =>
  status >= 400 && typeof json.error === 'string' ? `${status} ${json.error}` : String(status);

/**
 * Checks a response against an expected result such as `201` or `404 job_not_found`, and returns it.
 *
 * @throws Error with the actual result and the request id, which identifies the request in the function's log
 */
export const expectAnswer = (answer: Answer, expected: string): Answer => {
  if (summary(answer) === expected) return answer;
  const requestId = answer.headers.get('x-request-id') ?? answer.headers.get('x-amzn-requestid');
  throw new Error(
    `${summary(answer)} instead of ${expected}${requestId === null ? '' : ` (request ${requestId})`}`,
  );
};

/** Returns a string member of a response. */
export const textOf = (answer: Answer, member: string): string => {
  const value = answer.json[member];
  if (typeof value === 'string') return value;
  throw new Error(`the response has no ${member}`);
};
