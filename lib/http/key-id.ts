import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../errors.ts';
import { isId } from '../ids.ts';

/**
 * The key id of the path.
 *
 * @throws ApiError `key_not_found` where it has not the form of one.
 */
export const keyIdOf = (event: APIGatewayProxyEvent): string => {
  const id = event.pathParameters?.id ?? '';
  if (!isId('apiKey', id)) {
    throw new ApiError('key_not_found', `There is no API key ${JSON.stringify(id.slice(0, 100))}`);
  }
  return id;
};
