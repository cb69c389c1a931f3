import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayResponse, RestApi } from '../template/routes.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';

/** The supported types of gateway responses. */
export type GatewayResponseType =
  | 'BAD_REQUEST_BODY'
  | 'DEFAULT_5XX'
  | 'INTEGRATION_FAILURE'
  | 'INTEGRATION_TIMEOUT'
  | 'INVALID_SIGNATURE'
  | 'MISSING_AUTHENTICATION_TOKEN'
  | 'REQUEST_TOO_LARGE';

type Default = { readonly statusCode: number; readonly message: string; readonly errorType: string };

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
const defaults: Readonly<Record<GatewayResponseType, Default>> = {
  BAD_REQUEST_BODY: { statusCode: 400, message: 'Bad Request', errorType: 'BadRequestException' },
  DEFAULT_5XX: {
    statusCode: 502,
    message: 'Internal server error',
    errorType: 'InternalServerErrorException',
  },
  INTEGRATION_FAILURE: {
    statusCode: 504,
    message: 'Internal server error',
    errorType: 'InternalServerErrorException',
  },
  INTEGRATION_TIMEOUT: {
    statusCode: 504,
    message: 'Endpoint request timed out',
    errorType: 'InternalServerErrorException',
  },
  INVALID_SIGNATURE: {
    statusCode: 403,
    message: 'Authorization header is not a valid AWS signature',
    errorType: 'IncompleteSignatureException',
  },
  MISSING_AUTHENTICATION_TOKEN: {
    statusCode: 403,
    message: 'Missing Authentication Token',
    errorType: 'MissingAuthenticationTokenException',
  },
  REQUEST_TOO_LARGE: {
    statusCode: 413,
    message: 'Request Too Long',
    errorType: 'RequestTooLargeException',
  },
};

const none: GatewayResponse = { statusCode: undefined, headers: {}, templates: {} };

/**
 * Returns a response that API Gateway generates itself: the API's response of this type, its DEFAULT_4XX or DEFAULT_5XX, or
 * the service's default.
 *
 * Templates may use `$context.…` variables. Header values are `'literal'`, `context.…` or `method.request.header.…`.
 */
export function gatewayAnswer(
  type: GatewayResponseType,
  api: RestApi,
  call: Call,
  requestHeaders: IncomingHttpHeaders,
): Answer {
  const builtIn = defaults[type];
  const configured = api.gatewayResponses[type];
  const family = builtIn.statusCode < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
  const response = configured ?? api.gatewayResponses[family] ?? none;
  const context: Readonly<Record<string, string>> = {
    requestId: call.requestId,
    extendedRequestId: call.extendedRequestId,
    path: call.path,
    httpMethod: call.method,
    stage: api.stage,
    apiId: api.id,
    requestTimeEpoch: String(call.startedAt),
    'identity.sourceIp': call.sourceIp,
    'error.message': builtIn.message,
    'error.messageString': JSON.stringify(builtIn.message),
    'error.responseType': type,
  };
  const [contentType, template] = pickTemplate(response.templates, requestHeaders.accept);
  const headers = new Map<string, readonly string[]>([
    ['content-type', [contentType]],
    ['x-amzn-errortype', [builtIn.errorType]],
  ]);
  for (const [name, expression] of Object.entries(response.headers)) {
    const value = evaluate(expression, context, requestHeaders);
    if (value !== undefined) headers.set(name.toLowerCase(), [value]);
  }
  const body = template.replace(
    /\$context\.([A-Za-z]+(?:\.[A-Za-z]+)*)/g,
    (_, name: string) => context[name] ?? '',
  );
  return { statusCode: response.statusCode ?? builtIn.statusCode, headers, body: Buffer.from(body) };
}

function pickTemplate(
  templates: Readonly<Record<string, string>>,
  accept: string | undefined,
): readonly [string, string] {
  const wanted = (accept ?? '').split(',').map((type) => type.split(';')[0]?.trim().toLowerCase());
  const entries = Object.entries(templates);
  return (
    entries.find(([type]) => wanted.includes(type.toLowerCase())) ??
    entries.find(([type]) => type === 'application/json') ??
    entries[0] ?? ['application/json', '{"message":$context.error.messageString}']
  );
}

function evaluate(
  expression: string,
  context: Readonly<Record<string, string>>,
  requestHeaders: IncomingHttpHeaders,
): string | undefined {
  const literal = /^'(.*)'$/.exec(expression);
  if (literal) return literal[1];
  if (expression.startsWith('context.')) return context[expression.slice('context.'.length)];
  const header = /^method\.request\.header\.(.+)$/.exec(expression)?.[1];
  const value = header === undefined ? undefined : requestHeaders[header.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}
