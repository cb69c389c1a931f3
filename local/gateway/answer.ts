import type { ServerResponse } from 'node:http';
import { isRecord, type Json } from '../template/json.ts';
import { isBinaryMediaType } from './media-type.ts';
import { responseHeaderName } from './remapped-headers.ts';

/** A complete response of the gateway. A header has a list of values, one per line. */
export type Answer = {
  readonly statusCode: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
};

const tokenPattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const fieldValuePattern = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Parses the response of a Lambda proxy handler. Returns undefined if it is malformed, which API Gateway reports as 502.
 *
 * `multiValueHeaders` win over `headers` of the same name. As in API Gateway, a base64 body is decoded only if the first
 * type in the client's Accept header is one of the API's binary media types.
 */
export function readAnswer(
  payload: string,
  accept: string | undefined,
  binaryMediaTypes: readonly string[],
): Answer | undefined {
  const response: Json = JSON.parse(payload);
  if (!isRecord(response)) return undefined;
  const statusCode = Number(response.statusCode);
  if (response.statusCode === undefined || !Number.isInteger(statusCode)) return undefined;
  if (statusCode < 200 || statusCode > 599) return undefined;
  const { body = null } = response;
  if (body !== null && typeof body !== 'string') return undefined;
  const headers = readHeaders(response.headers, response.multiValueHeaders);
  if (headers === undefined) return undefined;
  if (!headers.has('content-type')) headers.set('content-type', ['application/json']);
  const binary = response.isBase64Encoded === true && isBinaryMediaType(accept, binaryMediaTypes);
  return { statusCode, headers, body: Buffer.from(body ?? '', binary ? 'base64' : 'utf8') };
}

function readHeaders(
  single: Json | undefined,
  multiple: Json | undefined,
): Map<string, readonly string[]> | undefined {
  const headers = new Map<string, readonly string[]>();
  const sources = [single ?? {}, multiple ?? {}];
  for (const source of sources) {
    if (!isRecord(source)) return undefined;
    for (const [name, value] of Object.entries(source)) {
      const values = (Array.isArray(value) ? value : [value]).map(String);
      if (!tokenPattern.test(name) || !values.every((text) => fieldValuePattern.test(text))) return undefined;
      const passedOn = responseHeaderName(name);
      if (passedOn !== undefined) headers.set(passedOn, values);
    }
  }
  return headers;
}

/** Writes a response, without a body for HEAD requests and for statuses that have none. */
export function writeAnswer(response: ServerResponse, answer: Answer): void {
  if (response.destroyed || response.headersSent) return;
  const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
  response.statusCode = answer.statusCode;
  for (const [name, values] of answer.headers) {
    const [only, ...others] = values;
    response.setHeader(name, others.length === 0 ? (only ?? '') : values);
  }
  if (hasBody) response.setHeader('content-length', answer.body.length);
  response.end(hasBody ? answer.body : undefined);
}
