import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { ApiEvent } from './api-event.ts';

/** Adds headers to every response, errors included. */
export const addHeaders = (
  headers: (event: ApiEvent) => Readonly<Record<string, string>>,
): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => {
  const add: NonNullable<MiddlewareObj<ApiEvent, APIGatewayProxyResult>['after']> = ({ event, response }) => {
    if (response) response.headers = { ...response.headers, ...headers(event) };
  };
  return { after: add, onError: add };
};
