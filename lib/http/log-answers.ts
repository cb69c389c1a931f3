import type { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Route } from '../api/route.ts';
import { measured } from '../measures.ts';
import { type ApiEvent, header } from './api-event.ts';
import { logKeys } from './log-keys.ts';

type Run = (event: ApiEvent, context: Context) => Promise<APIGatewayProxyResult>;

const textBytes = (text: string | null | undefined, isBase64: boolean | undefined): number => {
  if (!text) return 0;
  return isBase64 === true ? Math.floor((text.length * 3) / 4) : Buffer.byteLength(text);
};

const bytesIn = (event: ApiEvent): number =>
  event.stream === undefined
    ? textBytes(event.body, event.isBase64Encoded)
    : Number(header(event, 'content-length') ?? 0);

/**
 * Writes a log line for each request, with its caller, outcome, time and sizes. The line of an error response is also a metric. It contains
 * nothing that the client wrote: neither names, nor addresses, nor ids in the path.
 */
export const logAnswers =
  (log: Logger, route: Pick<Route, 'method' | 'path'> | undefined, run: Run): Run =>
  async (event, context) => {
    const startedAt = performance.now();
    const result = await run(event, context);
    const { errorCode } = event;
    (event.log ?? log).info('A request was answered', {
      ...logKeys(event, route),
      status: result.statusCode,
      outcome: errorCode ?? 'ok',
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      bytesIn: bytesIn(event),
      bytesOut: textBytes(result.body, result.isBase64Encoded),
      ...(errorCode === undefined ? {} : measured({ Refusals: 1 }, { Cause: errorCode })),
    });
    return result;
  };
