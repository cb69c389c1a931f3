import { Aws } from 'aws-cdk-lib';
import { type ErrorCode, errorCodes } from '../lib/api/error-codes.ts';
import type { Route } from '../lib/api/route.ts';
import { type RouteName, routeNames, routes } from '../lib/api/routes.ts';
import { fileSizeWords } from '../lib/plans.ts';

/** The variable of the stage with the name of the function that rejects unrouted requests. */
export const unroutedName = 'answerUnrouted';

/** The variable of the stage with the name of the function that serves the dashboard. */
export const dashboardName = 'getDashboardFile';

const dashboardPaths = ['/dashboard', '/dashboard/{proxy+}'];

type GatewayAnswer = {
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
  readonly type: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfterSeconds?: number;
};

/** The responses of the gateway itself, in the contract's form. */
const gatewayAnswers: readonly GatewayAnswer[] = [
  {
    type: 'MISSING_AUTHENTICATION_TOKEN',
    code: 'not_found',
    message: 'No such endpoint. GET /openapi.json lists all endpoints.',
  },
  {
    type: 'REQUEST_TOO_LARGE',
    code: 'file_too_large',
    message: `The request is too large for this endpoint. Upload files of up to ${fileSizeWords} with POST /uploads. Split a larger file or reduce its size.`,
  },
  {
    type: 'INTEGRATION_TIMEOUT',
    code: 'temporarily_unavailable',
    message: 'The request took too long. Send it again.',
    retryAfterSeconds: 1,
  },
  {
    // For example, a throttled function.
    type: 'INTEGRATION_FAILURE',
    code: 'temporarily_unavailable',
    message: 'The service is busy. Retry after the number of seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
  {
    // From a web ACL that the operator added; the one of `rateLimitPerAddress` has its own response.
    type: 'WAF_FILTERED',
    code: 'request_blocked',
    message: 'The firewall of this deployment blocked the request. Contact its operator.',
  },
  {
    type: 'DEFAULT_4XX',
    code: 'invalid_request',
    message: 'The request is malformed. GET /openapi.json describes each endpoint.',
  },
  {
    type: 'DEFAULT_5XX',
    code: 'internal_error',
    message: 'Internal error. Contact support with this X-Request-Id.',
  },
];

/** A response of the gateway. API Gateway expects literals in single quotes. */
const gatewayResponse = (
  status: number | undefined,
  body: Readonly<Record<string, unknown>>,
  retryAfterSeconds: number | undefined,
) => ({
  ...(status === undefined ? {} : { statusCode: String(status) }),
  responseParameters: {
    'gatewayresponse.header.X-Request-Id': 'context.requestId',
    ...(retryAfterSeconds === undefined
      ? {}
      : { 'gatewayresponse.header.Retry-After': `'${retryAfterSeconds}'` }),
  },
  responseTemplates: { 'application/json': JSON.stringify(body) },
});

const gatewayResponses = {
  ...Object.fromEntries(
    gatewayAnswers.map(({ type, code, message, retryAfterSeconds }) => [
      type,
      gatewayResponse(
        type.startsWith('DEFAULT') ? undefined : errorCodes[code].status,
        { error: code, message },
        retryAfterSeconds,
      ),
    ]),
  ),
  THROTTLED: gatewayResponse(
    429,
    { statusCode: 429, error: 'Too Many Requests', message: 'Rate limit exceeded, retry in 1 seconds' },
    1,
  ),
};

const anyMethod = 'x-amazon-apigateway-any-method';

/** Every path of the contract with its parent paths, `/` and the rest included. */
const allPaths = (): readonly string[] => {
  const prefixes = routeNames.flatMap((name) => {
    const segments = routes[name].path.split('/').slice(1);
    return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
  });
  return [...new Set(['/', ...prefixes, '/{proxy+}'])];
};

/** The methods of a route as keys of a path: a GET is also a HEAD. */
const methodsOf = ({ method }: Route): readonly string[] =>
  method === 'GET' ? ['get', 'head'] : [method.toLowerCase()];

/**
 * The OpenAPI body of the REST API: one operation for each route of the contract, and one for everything else on each path.
 * The variables of the stage contain the names of the functions.
 *
 * @param title the name of the API
 * @param credentials the ARN of the role that invokes the functions
 * @param servesDashboard whether it also serves the files of the dashboard
 */
export const apiBody = (title: string, credentials: string, servesDashboard: boolean) => {
  const operation = (name: RouteName | typeof unroutedName | typeof dashboardName) => ({
    responses: {},
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: [
        `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/`,
        `arn:${Aws.PARTITION}:lambda:${Aws.REGION}:${Aws.ACCOUNT_ID}:function:`,
        `\${stageVariables.${name}}/invocations`,
      ].join(''),
      timeoutInMillis: 29_000,
      credentials,
    },
  });
  const pathItem = (path: string) => ({
    ...Object.fromEntries(
      routeNames.flatMap((name) =>
        routes[name].path === path ? methodsOf(routes[name]).map((method) => [method, operation(name)]) : [],
      ),
    ),
    [anyMethod]: operation(unroutedName),
  });
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    // Bodies of these types reach the function as base64, byte for byte. A response is binary if the first type that the client accepts is
    // one of them; browsers accept any type of a font.
    'x-amazon-apigateway-binary-media-types': servesDashboard ? ['*/*'] : ['multipart/form-data'],
    // The list of formats is forty times smaller compressed.
    'x-amazon-apigateway-minimum-compression-size': 16_384,
    'x-amazon-apigateway-gateway-responses': gatewayResponses,
    paths: {
      ...Object.fromEntries(allPaths().map((path) => [path, pathItem(path)])),
      ...Object.fromEntries(
        (servesDashboard ? dashboardPaths : []).map((path) => {
          const get = operation(dashboardName);
          return [path, { get, head: get, [anyMethod]: operation(unroutedName) }];
        }),
      ),
    },
  };
};
