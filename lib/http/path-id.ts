import type { Refuse } from '../api-errors.ts';
import { isId } from '../ids.ts';
import type { GatewayEvent } from './api-event.ts';

/** The resources that paths name: the parameter of their id, and how a refusal states that there is none. */
const resources = {
  file: { parameter: 'id', code: 'file_not_found', noun: 'file', place: 'in this account.' },
  job: { parameter: 'id', code: 'job_not_found', noun: 'job', place: 'in this account.' },
  apiKey: { parameter: 'id', code: 'key_not_found', noun: 'API key', place: 'in this account.' },
  webhook: {
    parameter: 'id',
    code: 'webhook_not_found',
    noun: 'webhook endpoint',
    place: 'in this account.',
  },
  delivery: {
    parameter: 'delivery_id',
    code: 'delivery_not_found',
    noun: 'delivery',
    place: 'to this webhook endpoint. Deliveries are kept for seven days.',
  },
} as const;

type Resources = typeof resources;

// Longer ids are cut in messages.
const longestShown = 100;

/** Refuses the id of a resource that this account does not have. Does not reveal whether another account has it. */
export const notFound = <Kind extends keyof Resources>(
  kind: Kind,
  id: string,
  refuse: Refuse<Resources[Kind]['code']>,
): never => {
  const { code, noun, place } = resources[kind];
  return refuse(code, `No ${noun} ${JSON.stringify(id)} ${place}`);
};

/**
 * The id of a resource in the path.
 *
 * @throws ApiError as `notFound` if it is malformed
 */
export const pathId = <Kind extends keyof Resources>(
  kind: Kind,
  event: Pick<GatewayEvent, 'pathParameters'>,
  refuse: Refuse<Resources[Kind]['code']>,
): string => {
  const id = event.pathParameters?.[resources[kind].parameter] ?? '';
  return isId(kind, id) ? id : notFound(kind, id.slice(0, longestShown), refuse);
};
