import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Refuse } from '../api-errors.ts';
import { isId } from '../ids.ts';

/**
 * The key id of the path.
 *
 * @throws ApiError `key_not_found` if it is malformed
 */
export const keyIdOf = (event: APIGatewayProxyEvent, refuse: Refuse<'key_not_found'>): string => {
  const id = event.pathParameters?.id ?? '';
  if (isId('apiKey', id)) return id;
  return refuse('key_not_found', `No API key ${JSON.stringify(id.slice(0, 100))} in this account.`);
};
