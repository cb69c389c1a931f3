import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Credentials } from '../function-host/environment.ts';
import { isRecord, type JsonRecord, textOf } from '../template/json.ts';

/** An operation of the streams API of DynamoDB. */
type StreamOperation = 'DescribeStream' | 'GetRecords' | 'GetShardIterator' | 'ListStreams';

/** Calls the streams API of DynamoDB with the credentials of one function. @throws StreamError */
export type StreamClient = (
  operation: StreamOperation,
  body: JsonRecord,
  signal?: AbortSignal,
) => Promise<JsonRecord>;

/** An error of the streams API. `code` is such as `ExpiredIteratorException`. */
export class StreamError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.name = 'StreamError';
    this.code = code;
  }
}

/** On AWS the streams have an endpoint of their own. */
const streamEndpoint = (dynamodb: string): URL =>
  new URL(dynamodb.replace(/^https:\/\/dynamodb\.(?=[\w-]+\.amazonaws\.com)/, 'https://streams.dynamodb.'));

/**
 * Creates a client of the streams API, which is four calls: too little for a package of its own.
 *
 * @param dynamodb the endpoint of DynamoDB
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB_Streams.html
 */
export function createStreamClient(dynamodb: string, region: string, credentials: Credentials): StreamClient {
  const endpoint = streamEndpoint(dynamodb);
  const { sha256 } = new DynamoDBClient({ region, credentials }).config;
  const signer = new SignatureV4({ credentials, region, service: 'dynamodb', sha256 });
  return async (operation, body, signal) => {
    const text = JSON.stringify(body);
    const { headers } = await signer.sign({
      method: 'POST',
      protocol: endpoint.protocol,
      hostname: endpoint.hostname,
      path: '/',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        host: endpoint.host,
        'x-amz-target': `DynamoDBStreams_20120810.${operation}`,
      },
      body: text,
    });
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: text,
      ...(signal === undefined ? {} : { signal }),
    });
    const answer: unknown = await response.json();
    if (response.ok && isRecord(answer)) return answer;
    const { __type = null, message = null } = isRecord(answer) ? answer : {};
    throw new StreamError(
      textOf(__type)?.split('#').at(-1) ?? `status ${response.status}`,
      textOf(message) ?? '',
    );
  };
}
