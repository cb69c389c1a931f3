import { answerUnrouted } from '../../lib/http/answer-unrouted.ts';

/** Every path and method that no other function has. */
export const handler = answerUnrouted();
