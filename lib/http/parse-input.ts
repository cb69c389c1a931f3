import type { MiddlewareObj } from '@middy/core';
import * as z from 'zod';
import { maxBodyBytes } from '../api/limits.ts';
import type { Route } from '../api/route.ts';
import { ApiError, parseWith } from '../api-errors.ts';
import { type ApiEvent, bodyBytes, mediaType } from './api-event.ts';
import { refuseUnusableJson } from './refuse-unusable-json.ts';

const multipart = 'multipart/form-data';

const decodeJson = (bytes: Buffer): unknown => {
  try {
    // Databases reject strings with half a surrogate pair.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), (_name, value: unknown) =>
      typeof value === 'string' ? value.toWellFormed() : value,
    );
  } catch (cause) {
    throw new ApiError('invalid_request', 'The body is not valid JSON in UTF-8. Send a JSON object.', {
      cause,
    });
  }
};

/** Parses JSON of a client. Throws `invalid_request`, also for JSON that nothing here can store. */
export const parseJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) throw new ApiError('invalid_request', 'The body is empty. Send a JSON object.');
  const parsed = decodeJson(bytes);
  refuseUnusableJson(parsed);
  return parsed;
};

const parseForm = (bytes: Buffer): unknown => {
  const form = new URLSearchParams(bytes.toString('utf8'));
  const repeated = [...form.keys()].find((name) => form.getAll(name).length > 1);
  if (repeated !== undefined)
    throw new ApiError('invalid_request', 'the body contains it more than once. Send it once.', {
      field: repeated,
    });
  return Object.fromEntries(form);
};

const parsers: Readonly<Record<string, (bytes: Buffer) => unknown>> = {
  'application/json': parseJson,
  'application/x-www-form-urlencoded': parseForm,
};

const parseBody = (event: ApiEvent, body: NonNullable<Route['body']>): unknown => {
  const given = mediaType(event);
  const accepted = Object.keys(body);
  if (given === undefined && bodyBytes(event).length === 0) {
    throw new ApiError('invalid_request', `The body is missing. Send ${accepted.join(' or ')}.`);
  }
  const schema = given !== undefined && Object.hasOwn(body, given) ? body[given] : undefined;
  const parser = given === undefined ? undefined : parsers[given];
  if (schema === undefined || parser === undefined) {
    throw new ApiError(
      'unsupported_media_type',
      `Send Content-Type: ${accepted.join(' or ')}${given === undefined ? '' : `, not ${JSON.stringify(given)}`}.`,
      { headers: { Accept: accepted.join(', ') } },
    );
  }
  const bytes = bodyBytes(event);
  if (bytes.length > maxBodyBytes) {
    throw new ApiError(
      'request_too_large',
      `The body has ${bytes.length} bytes; the limit is ${maxBodyBytes} bytes. Send a smaller body.`,
    );
  }
  return parseWith(schema, parser(bytes), 'field');
};

/** Whether a body is multipart, or has to be. */
const isMultipart = (event: ApiEvent, body: NonNullable<Route['body']>): boolean =>
  Object.hasOwn(body, multipart) &&
  (mediaType(event) === multipart || Object.keys(body).every((type) => type === multipart));

/** The schema of a route without query parameters. */
const noQuery = z.strictObject({});

const parseQuery = (event: ApiEvent, schema: z.ZodObject): unknown => {
  const repeated = Object.entries(event.multiValueQueryStringParameters ?? {}).find(
    ([, values]) => (values ?? []).length > 1,
  );
  if (repeated !== undefined) {
    throw new ApiError('invalid_request', 'the query contains it more than once. Send it once.', {
      field: repeated[0],
    });
  }
  return parseWith(schema, event.queryStringParameters ?? {}, 'query parameter');
};

/**
 * Parses the body and the query with the route's schemas and sets `event.input`.
 *
 * Handlers parse multipart bodies themselves, and refuse others if they accept nothing else. Throws `invalid_request`, `request_too_large` and `unsupported_media_type`.
 */
export const parseInput = (route: Route): MiddlewareObj<ApiEvent> => ({
  before: ({ event }) => {
    event.input = {
      body:
        route.body === undefined || isMultipart(event, route.body) ? undefined : parseBody(event, route.body),
      query: parseQuery(event, route.query ?? noQuery),
    };
  },
});
