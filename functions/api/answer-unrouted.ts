import { answerUnrouted } from '../../lib/http/answer-unrouted.ts';

/** Every path and method without an endpoint. */
export const handler = answerUnrouted();
