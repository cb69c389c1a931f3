import type { APIGatewayProxyResult } from 'aws-lambda';
import type * as z from 'zod';
import type { Route } from '../api/route.ts';

/** A text of another media type than JSON. */
type Text = { readonly mediaType: string; readonly content: string };

/** A file. */
type Bytes = { readonly mediaType: string; readonly content: Buffer };

/** A response: a status, headers, and a body that is sent as JSON, a text or a file. */
export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly text?: Text;
  readonly bytes?: Bytes;
};

/** A type with all its members read-only. */
type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;

type HeaderName<Response> = Response extends { readonly headers: infer Headers }
  ? keyof Headers & string
  : never;

type ReplyOf<Response> = {
  readonly headers?: Readonly<Partial<Record<HeaderName<Response>, string>>>;
} & (Response extends { readonly schema: infer Schema extends z.ZodType }
  ? { readonly body: Immutable<z.output<Schema>> }
  : { readonly body?: undefined });

/** A text in place of JSON, of a declared media type or in a declared range of them. */
type TextReplyOf<Response> = Response extends { readonly texts: infer Texts }
  ? Pick<ReplyOf<Response>, 'headers'> & {
      readonly text: Text & { readonly mediaType: keyof Texts extends `${string}/*` ? string : keyof Texts };
      readonly body?: undefined;
    }
  : never;

type Alternative<Response> = Response extends { readonly status: infer Status }
  ? (ReplyOf<Response> | TextReplyOf<Response>) & { readonly status: Status }
  : never;

/** The response of a handler that succeeds, as its route declares it. The status is that of the route, unless it is another. */
export type Success<R extends Route> =
  | ((ReplyOf<R['success']> | TextReplyOf<R['success']>) & { readonly status?: undefined })
  | (R extends { readonly alternatives: readonly (infer Response)[] } ? Alternative<Response> : never);

/** Converts a reply to the result that API Gateway expects. */
export const toResult = ({ status, headers, body, text, bytes }: Reply): APIGatewayProxyResult => {
  if (bytes !== undefined)
    return {
      statusCode: status,
      headers: { 'Content-Type': bytes.mediaType, 'Cache-Control': 'no-store', ...headers },
      body: bytes.content.toString('base64'),
      isBase64Encoded: true,
    };
  const sent =
    body === undefined
      ? text && { type: `${text.mediaType}; charset=utf-8`, content: text.content }
      : { type: 'application/json', content: JSON.stringify(body) };
  return {
    statusCode: status,
    headers: {
      ...(sent === undefined ? {} : { 'Content-Type': sent.type }),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
    body: sent?.content ?? '',
  };
};
