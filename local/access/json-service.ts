import type { IncomingHttpHeaders } from 'node:http';
import type { FaultKind } from '../injected-faults.ts';
import type { JsonRecord } from '../template/json.ts';
import type { AccessRequest } from './policy.ts';

/** A service with a JSON protocol: how its calls are authorized and how it reports errors. */
export type JsonService = {
  /** The service name in the credential scope. */
  readonly name: 'cognito-idp' | 'dynamodb' | 'sqs';
  /** What `X-Amz-Target` has before the operation. */
  readonly targetPrefixes: readonly string[];
  /** The maximum size of a request, in bytes. */
  readonly maxBodyBytes: number;
  readonly requestsOf: (operation: string, body: JsonRecord) => readonly AccessRequest[];
  readonly refuse: (kind: RefusalKind, message: string) => Refusal;
};

/** The reasons why a call is rejected before it reaches the emulator. */
export type RefusalKind =
  | FaultKind
  | 'incomplete-signature'
  | 'missing-token'
  | 'web-page'
  | 'serialization'
  | 'too-large'
  | 'unknown-operation'
  | 'unknown-key'
  | 'wrong-signature';

/** An error response. */
export type Refusal = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** DynamoDB's error codes, all with status 400. */
const dynamoDbCodes: Readonly<Record<RefusalKind, string>> = {
  'access-denied': 'com.amazon.coral.service#AccessDeniedException',
  throttled: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
  'expired-token': 'com.amazon.coral.service#ExpiredTokenException',
  'lost-answer': 'com.amazon.coral.service#AccessDeniedException',
  'incomplete-signature': 'com.amazon.coral.service#IncompleteSignatureException',
  'missing-token': 'com.amazon.coral.service#MissingAuthenticationTokenException',
  'web-page': 'com.amazon.coral.service#AccessDeniedException',
  serialization: 'com.amazon.coral.service#SerializationException',
  'too-large': 'com.amazon.coral.service#SerializationException',
  'unknown-operation': 'com.amazon.coral.service#UnknownOperationException',
  'unknown-key': 'com.amazon.coral.service#UnrecognizedClientException',
  'wrong-signature': 'com.amazon.coral.service#InvalidSignatureException',
};

/** SQS's error codes, and those of its older query protocol, which SDKs report. */
const sqsCodes: Readonly<Record<RefusalKind, { readonly type: string; readonly code: string }>> = {
  'access-denied': { type: 'AccessDeniedException', code: 'AccessDenied' },
  throttled: { type: 'RequestThrottled', code: 'RequestThrottled' },
  'expired-token': { type: 'ExpiredTokenException', code: 'ExpiredToken' },
  'lost-answer': { type: 'AccessDeniedException', code: 'AccessDenied' },
  'incomplete-signature': { type: 'IncompleteSignatureException', code: 'IncompleteSignature' },
  'missing-token': { type: 'MissingAuthenticationTokenException', code: 'MissingAuthenticationToken' },
  'web-page': { type: 'AccessDeniedException', code: 'AccessDenied' },
  serialization: { type: 'SerializationException', code: 'SerializationException' },
  'too-large': { type: 'SerializationException', code: 'SerializationException' },
  'unknown-operation': { type: 'UnknownOperationException', code: 'InvalidAction' },
  'unknown-key': { type: 'UnrecognizedClientException', code: 'InvalidClientTokenId' },
  'wrong-signature': { type: 'InvalidSignatureException', code: 'SignatureDoesNotMatch' },
};

/** DynamoDB with its streams. A batch request may have 16 MB. */
export const dynamoDbService = (requestsOf: JsonService['requestsOf']): JsonService => ({
  name: 'dynamodb',
  targetPrefixes: ['DynamoDB_20120810.', 'DynamoDBStreams_20120810.'],
  maxBodyBytes: 16 * 1024 * 1024,
  requestsOf,
  refuse: (kind, message) => ({
    status: kind === 'web-page' ? 403 : 400,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({ __type: dynamoDbCodes[kind], message }),
  }),
});

/** SQS. A request may have 1 MiB of messages, plus the JSON around them. */
export const sqsService = (requestsOf: JsonService['requestsOf']): JsonService => ({
  name: 'sqs',
  targetPrefixes: ['AmazonSQS.'],
  maxBodyBytes: 8 * 1024 * 1024,
  requestsOf,
  refuse: (kind, message) => {
    const { code, type } = sqsCodes[kind];
    const isMalformed = ['serialization', 'too-large', 'unknown-operation'].includes(kind);
    return {
      status: isMalformed ? 400 : 403,
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-query-error': `${code};Sender` },
      body: JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message }),
    };
  },
});

/** Cognito user pools, with the error codes of the same protocol. */
export const userPoolService = (requestsOf: JsonService['requestsOf']): JsonService => ({
  name: 'cognito-idp',
  targetPrefixes: ['AWSCognitoIdentityProviderService.'],
  maxBodyBytes: 64 * 1024,
  requestsOf,
  refuse: (kind, message) => ({
    status: 400,
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: JSON.stringify({ __type: sqsCodes[kind].type, message }),
  }),
});

/** Returns the operation in a request's `X-Amz-Target` header. Undefined if it is not one of this service. */
export function operationOf(
  { targetPrefixes }: JsonService,
  headers: IncomingHttpHeaders,
): string | undefined {
  const target = headers['x-amz-target'];
  if (typeof target !== 'string') return undefined;
  const prefix = targetPrefixes.find((each) => target.startsWith(each));
  return prefix === undefined ? undefined : target.slice(prefix.length);
}
