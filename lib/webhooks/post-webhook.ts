import type { IncomingMessage } from 'node:http';
import { aborted } from '../files/aborted.ts';
import { type AddressRule, requestPublic } from '../files/public-request.ts';
import { requestProblem } from '../files/request-problem.ts';
import { readExcerpt } from '../files/response-excerpt.ts';
import type { ReceiverAnswer } from './webhook.ts';

/** The outcome of one try: a response, or why there was none. */
export type PostOutcome =
  | (ReceiverAnswer & { readonly retryAfterSeconds: number | undefined })
  | { readonly problem: string; readonly isSlow: boolean };

/** Sends a webhook. */
export type PostWebhook = (
  url: string,
  headers: Readonly<Record<string, string>>,
  payload: string,
) => Promise<PostOutcome>;

/** The seconds of a `Retry-After` header (RFC 9110, 10.2.3), as a number or a date. */
const retryAfterOf = ({ headers }: IncomingMessage, now: number): number | undefined => {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
};

/**
 * Sends webhooks to addresses that the rule of their URL allows, by default public ones. Connects only to the address that was
 * checked, and follows no redirect.
 *
 * @param timeoutSeconds for the whole exchange; a response whose body takes longer counts by its status
 */
export const createPostWebhook =
  (ruleOf: (url: URL) => AddressRule, timeoutSeconds: number): PostWebhook =>
  async (address, headers, payload) => {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    let status: number | undefined;
    let retryAfterSeconds: number | undefined;
    const post = async (): Promise<string> => {
      const url = new URL(address);
      const response = await requestPublic(url, ruleOf(url), {
        signal,
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        },
        body: payload,
      });
      status = response.statusCode;
      retryAfterSeconds = retryAfterOf(response, Date.now());
      return readExcerpt(response);
    };
    try {
      // The race also ends the resolver, which accepts no signal.
      const excerpt = await Promise.race([post(), aborted(signal)]);
      return { status: status ?? 0, excerpt, retryAfterSeconds };
    } catch (error) {
      if (status !== undefined) return { status, excerpt: '', retryAfterSeconds };
      if (signal.aborted) return { problem: `No response within ${timeoutSeconds} seconds.`, isSlow: true };
      return { problem: requestProblem(error), isSlow: false };
    }
  };
