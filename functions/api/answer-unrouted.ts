import { openTable } from '../../lib/aws/dynamodb.ts';
import { rateWindows } from '../../lib/aws/rate-windows.ts';
import { answerUnrouted } from '../../lib/http/answer-unrouted.ts';

/** Every path and method without an endpoint. */
export const handler = answerUnrouted(rateWindows(openTable()));
