import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { declaredErrors } from '../../lib/api/declared-errors.ts';
import type { ApiFunction } from '../../lib/http/api-handler.ts';

/** A request of the contract as API Gateway's REST API hands it to a function. */
export type TestRequest = {
  readonly method?: string;
  readonly path?: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged, with the media type in the headers. */
  readonly text?: string;
  /** Sent in base64, as binary media types are. */
  readonly body?: Buffer;
  readonly query?: Readonly<Record<string, string>>;
  readonly id?: string;
  /** The rest of the path in a route with `{proxy+}`. */
  readonly proxy?: string;
  readonly deliveryId?: string;
  readonly address?: string;
};

/** The id of every test request. */
export const requestId = 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef';

/** The event of a request. Only the fields that functions may read are realistic. */
export const apiEvent = (request: TestRequest): APIGatewayProxyEvent => {
  const { method = 'GET', path = '/', token, json, text, body, query, id, address = '192.0.2.1' } = request;
  const event = {
    httpMethod: method,
    path,
    resource: path,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...request.headers,
    },
    queryStringParameters: query ?? null,
    pathParameters:
      id === undefined
        ? request.proxy
          ? { proxy: request.proxy }
          : null
        : { id, ...(request.deliveryId === undefined ? {} : { delivery_id: request.deliveryId }) },
    body: body?.toString('base64') ?? text ?? (json === undefined ? null : JSON.stringify(json)),
    isBase64Encoded: body !== undefined,
    requestContext: { path: `/v1${path}`, requestId, identity: { sourceIp: address } },
  };
  return event as unknown as APIGatewayProxyEvent;
};

/** The response of a function, with its parsed body. */
export type TestAnswer = {
  readonly status: number;
  readonly headers: NonNullable<APIGatewayProxyResult['headers']>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape
  readonly json: any;
  readonly text: string;
};

/** Throws for an error code that the route of a function does not declare. Status 429 has codes of its own. */
const checkCode = ({ route }: ApiFunction, status: number, body: string): void => {
  if (route === undefined || status < 400 || status === 429) return;
  const { error, code = error }: { error?: unknown; code?: unknown } = JSON.parse(body);
  if (new Set<unknown>(declaredErrors(route)).has(code)) return;
  throw new Error(`${route.function} answered ${status} with ${code}, which its route does not declare`);
};

/** Calls a function in this process. */
export const callFunction = async (handler: ApiFunction, request: TestRequest): Promise<TestAnswer> => {
  const { statusCode, headers = {}, body } = await handler(apiEvent(request), {} as Context);
  checkCode(handler, statusCode, body);
  const isJson = /[/+]json$/.test(String(headers['Content-Type']));
  return { status: statusCode, headers, json: isJson ? JSON.parse(body) : undefined, text: body };
};

/** A multipart/form-data body with one file (RFC 7578), and its header. */
export const filePart = (
  content: string | Uint8Array,
  filename = 'a.txt',
): Pick<TestRequest, 'headers' | 'body'> => ({
  headers: { 'Content-Type': 'multipart/form-data; boundary=of-the-test' },
  body: Buffer.concat([
    Buffer.from(
      `--of-the-test\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n--of-the-test--\r\n'),
  ]),
});
