import { isRecord } from './is-record.ts';

/** An answer of the API. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** Of a body that is no JSON object: empty. */
  readonly json: Readonly<Record<string, unknown>>;
};

/** What a call sends beside its method and path. */
export type Sent = {
  readonly token?: string | undefined;
  readonly json?: unknown;
  readonly body?: string | FormData;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Calls the API with plain HTTP. */
export type Call = (method: string, path: string, sent?: Sent) => Promise<Answer>;

/** Longer than API Gateway takes for any answer, in milliseconds. */
const timeoutMilliseconds = 60_000;

const parse = (text: string): Answer['json'] => {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
};

/** Calls to this base address, without a slash at its end. */
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

/** An answer in short: its status and, of a refusal, its code. */
const summary = ({ status, json }: Answer): string =>
  status >= 400 && typeof json.error === 'string' ? `${status} ${json.error}` : String(status);

/**
 * Returns the answer if it is the expected one, such as `201` or `404 job_not_found`.
 *
 * @throws Error that says what came, with the request id by which the function's log can be searched
 */
export const expectAnswer = (answer: Answer, expected: string): Answer => {
  if (summary(answer) === expected) return answer;
  const requestId = answer.headers.get('x-request-id') ?? answer.headers.get('x-amzn-requestid');
  throw new Error(
    `${summary(answer)} instead of ${expected}${requestId === null ? '' : `, request ${requestId}`}`,
  );
};

/** A member of an answer that must be text. */
export const textOf = (answer: Answer, member: string): string => {
  const value = answer.json[member];
  if (typeof value === 'string') return value;
  throw new Error(`the answer has no ${member}`);
};
