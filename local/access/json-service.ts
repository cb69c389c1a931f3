import type { IncomingHttpHeaders } from 'node:http';
import type { JsonRecord } from '../template/json.ts';
import type { AccessRequest } from './policy.ts';

/** How one of the services that speak JSON is judged and how it refuses. */
export type JsonService = {
  /** Of the credential scope. */
  readonly name: 'dynamodb' | 'sqs';
  /** In front of the operation in `X-Amz-Target`. */
  readonly targetPrefix: string;
  /** The most that a request may have, in bytes. */
  readonly maxBodyBytes: number;
  readonly requestsOf: (operation: string, body: JsonRecord) => readonly AccessRequest[];
  readonly refuse: (kind: RefusalKind, message: string) => Refusal;
};

/** Why a call does not reach the emulator. */
export type RefusalKind =
  | 'access-denied'
  | 'incomplete-signature'
  | 'missing-token'
  | 'page'
  | 'serialization'
  | 'too-large'
  | 'unjudged'
  | 'unknown-operation'
  | 'unknown-key'
  | 'wrong-signature';

/** A refusal on the wire. */
export type Refusal = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** DynamoDB's codes, all with status 400. */
const dynamoDbCodes: Readonly<Record<RefusalKind, string>> = {
  'access-denied': 'com.amazon.coral.service#AccessDeniedException',
  'incomplete-signature': 'com.amazon.coral.service#IncompleteSignatureException',
  'missing-token': 'com.amazon.coral.service#MissingAuthenticationTokenException',
  page: 'com.amazon.coral.service#AccessDeniedException',
  serialization: 'com.amazon.coral.service#SerializationException',
  'too-large': 'com.amazon.coral.service#SerializationException',
  unjudged: 'com.amazon.coral.service#AccessDeniedException',
  'unknown-operation': 'com.amazon.coral.service#UnknownOperationException',
  'unknown-key': 'com.amazon.coral.service#UnrecognizedClientException',
  'wrong-signature': 'com.amazon.coral.service#InvalidSignatureException',
};

/** SQS's codes, with those of its older query protocol, which SDKs report. */
const sqsCodes: Readonly<Record<RefusalKind, { readonly type: string; readonly code: string }>> = {
  'access-denied': { type: 'AccessDeniedException', code: 'AccessDenied' },
  'incomplete-signature': { type: 'IncompleteSignatureException', code: 'IncompleteSignature' },
  'missing-token': { type: 'MissingAuthenticationTokenException', code: 'MissingAuthenticationToken' },
  page: { type: 'AccessDeniedException', code: 'AccessDenied' },
  serialization: { type: 'SerializationException', code: 'SerializationException' },
  'too-large': { type: 'SerializationException', code: 'SerializationException' },
  unjudged: { type: 'AccessDeniedException', code: 'AccessDenied' },
  'unknown-operation': { type: 'UnknownOperationException', code: 'InvalidAction' },
  'unknown-key': { type: 'UnrecognizedClientException', code: 'InvalidClientTokenId' },
  'wrong-signature': { type: 'InvalidSignatureException', code: 'SignatureDoesNotMatch' },
};

/** DynamoDB as it is judged here; a request has at most 16 MB, that of a batch. */
export const dynamoDbService = (requestsOf: JsonService['requestsOf']): JsonService => ({
  name: 'dynamodb',
  targetPrefix: 'DynamoDB_20120810.',
  maxBodyBytes: 16 * 1024 * 1024,
  requestsOf,
  refuse: (kind, message) => ({
    status: kind === 'page' ? 403 : 400,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({ __type: dynamoDbCodes[kind], message }),
  }),
});

/** SQS as it is judged here; a request has at most 1 MiB of messages, and what JSON makes of them. */
export const sqsService = (requestsOf: JsonService['requestsOf']): JsonService => ({
  name: 'sqs',
  targetPrefix: 'AmazonSQS.',
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

/** The operation that a request's header names; undefined for none of this service. */
export function operationOf({ targetPrefix }: JsonService, headers: IncomingHttpHeaders): string | undefined {
  const target = headers['x-amz-target'];
  if (typeof target !== 'string' || !target.startsWith(targetPrefix)) return undefined;
  return target.slice(targetPrefix.length);
}
