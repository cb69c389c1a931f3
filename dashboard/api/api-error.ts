/** A refusal of the service, or that it could not be asked, in words for the reader. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The contract's error code, where the answer has one. */
  readonly code: string | undefined;
  /** When another try is worth it; undefined where time changes nothing. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    details: {
      status: number;
      code?: string | undefined;
      retryAfterSeconds?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const textIn = (body: unknown, member: string): string | undefined => {
  const value = isRecord(body) ? body[member] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const seconds = (count: number): string => (count === 1 ? '1 second' : `${count} seconds`);

/** Whether a 429 is for too many requests; the other kind is for a limit of the plan. */
const isRateLimit = (body: unknown): boolean => isRecord(body) && body.statusCode === 429;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = (text: string): string => (/[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`);

/** The error for a refusal: `body` is its JSON, or undefined where it has none. */
export const errorOf = (status: number, headers: Headers, body: unknown): ApiError => {
  const header = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(header) ? header : undefined;
  if (status === 429 && isRateLimit(body)) {
    const wait = retryAfterSeconds ?? 60;
    return new ApiError(
      `Too many requests in a short time. You can go on in ${seconds(wait)}; nothing was lost.`,
      { status, code: 'rate_limited', retryAfterSeconds: wait },
    );
  }
  // The refusal for a limit of the plan has its words in `error`.
  if (status === 429)
    return new ApiError(textIn(body, 'error') ?? 'A limit of your plan is reached.', {
      status,
      code: 'usage_limit',
    });
  const code = textIn(body, 'error');
  const message = textIn(body, 'message');
  const requestId = headers.get('x-request-id');
  if (status >= 500) {
    const quote = requestId === null ? '' : ` Quote ${requestId} if you ask about it.`;
    return new ApiError(`DocForge could not do this now. Try again in a moment.${quote}`, {
      status,
      code,
      retryAfterSeconds,
    });
  }
  return new ApiError(message === undefined ? `The service answered ${status}.` : sentence(message), {
    status,
    code,
  });
};

/** The error for a call that got no answer. */
export const unreachable = (cause: unknown): ApiError =>
  new ApiError('DocForge cannot be reached. Check your connection and try again.', { status: 0, cause });

/** What to tell the reader about anything that was thrown. */
export const wordsOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Something in this page went wrong. Reload it and try again.';
