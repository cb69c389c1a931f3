import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../errors.ts';
import { isId } from '../ids.ts';

/**
 * The key id of the path.
 *
 * @throws ApiError `key_not_found` if it is malformed
 */
export const keyIdOf = (event: APIGatewayProxyEvent): string => {
  const id = event.pathParameters?.id ?? '';
  if (!isId('apiKey', id)) {
    throw new ApiError('key_not_found', `No API key ${JSON.stringify(id.slice(0, 100))} in this account.`);
  }
  return id;
};
