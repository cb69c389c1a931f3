import type { IncomingMessage } from 'node:http';
import type { RestApi } from '../template/routes.ts';
import type { Call } from './call.ts';
import { isBinaryMediaType } from './media-type.ts';
import { isForwarded } from './remapped-headers.ts';
import type { Match } from './router.ts';
import { pairsOf } from './viewer-request.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Returns the Lambda proxy event of a REST API, format 1.0, as JSON text.
 *
 * Header names keep the client's case. The single-value maps contain the last value of a repeated header or query
 * parameter. The body is base64 for a binary media type, otherwise UTF-8. `X-Forwarded-For` ends with the peer address.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function buildEvent(
  request: IncomingMessage,
  call: Call,
  match: Match,
  body: Buffer,
  { api, accountId }: { readonly api: RestApi; readonly accountId: string },
): string {
  const headers = readHeaders(request, call);
  const query = readQuery(call.query);
  const isBase64Encoded = isBinaryMediaType(request.headers['content-type'], api.binaryMediaTypes);
  const event = JSON.stringify({
    resource: match.resource,
    path: call.path,
    httpMethod: call.method,
    headers: lastOf(headers),
    multiValueHeaders: headers,
    queryStringParameters: query && lastOf(query),
    multiValueQueryStringParameters: query,
    pathParameters: Object.keys(match.parameters).length === 0 ? null : match.parameters,
    stageVariables: null,
    requestContext: {
      accountId,
      apiId: api.id,
      domainName: request.headers.host ?? '',
      domainPrefix: (request.headers.host ?? '').split(/[.:]/)[0],
      extendedRequestId: call.extendedRequestId,
      httpMethod: call.method,
      identity: {
        accessKey: null,
        accountId: null,
        caller: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: call.sourceIp,
        user: null,
        userAgent: request.headers['user-agent'] ?? null,
        userArn: null,
      },
      path: call.stagePath,
      protocol: `HTTP/${request.httpVersion}`,
      requestId: call.requestId,
      requestTime: formatTime(new Date(call.startedAt)),
      requestTimeEpoch: call.startedAt,
      resourceId: '',
      resourcePath: match.resource,
      stage: api.stage,
    },
  });
  return `${event.slice(0, -1)},${bodyMembers(body, isBase64Encoded)}}`;
}

/** Does not escape base64: the search for characters to escape takes most of the time for a body of 25 MB. */
function bodyMembers(body: Buffer, isBase64Encoded: boolean): string {
  if (body.length === 0) return '"body":null,"isBase64Encoded":false';
  const text = isBase64Encoded ? `"${body.toString('base64')}"` : JSON.stringify(body.toString('utf8'));
  return `"body":${text},"isBase64Encoded":${isBase64Encoded}`;
}

function readHeaders(request: IncomingMessage, call: Call): Record<string, string[]> {
  const headers: Record<string, string[]> = Object.create(null);
  for (const [name, value] of pairsOf(call.rawHeaders)) {
    if (!isForwarded(name) || name.toLowerCase().startsWith('x-forwarded-')) continue;
    const values = headers[name] ?? [];
    headers[name] = values;
    values.push(value);
  }
  const forwarded = request.headers['x-forwarded-for'];
  headers['X-Forwarded-For'] = [forwarded === undefined ? call.sourceIp : `${forwarded}, ${call.sourceIp}`];
  headers['X-Forwarded-Port'] = [String(request.socket.localPort ?? '')];
  headers['X-Forwarded-Proto'] = ['http'];
  return headers;
}

function readQuery(query: string): Record<string, string[]> | null {
  if (query === '') return null;
  const parameters: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) {
    const values = parameters[name] ?? [];
    parameters[name] = values;
    values.push(value);
  }
  return parameters;
}

function lastOf(values: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  const last: Record<string, string> = Object.create(null);
  for (const name of Object.keys(values)) last[name] = values[name]?.at(-1) ?? '';
  return last;
}

/** Formats a time as in web server logs: 20/Nov/2026:09:23:01 +0000. */
function formatTime(time: Date): string {
  const [date = '', clock = ''] = time.toISOString().split('T');
  const [year, , day] = date.split('-');
  return `${day}/${months[time.getUTCMonth()]}/${year}:${clock.slice(0, 8)} +0000`;
}
