import type { APIGatewayProxyResult } from 'aws-lambda';

/** What an endpoint answers: a status, further headers, and a body that is sent as JSON. */
export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Turns a reply into the result that API Gateway takes. */
export const toResult = (reply: Reply): APIGatewayProxyResult => ({
  statusCode: reply.status,
  headers: {
    ...(reply.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...reply.headers,
  },
  body: reply.body === undefined ? '' : JSON.stringify(reply.body),
});
