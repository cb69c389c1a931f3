/*
 * The AWS quotas that the local stack enforces, in bytes unless stated otherwise. AWS increases none of them on request,
 * except the integration timeout.
 */

/** API Gateway: the body of a request to a REST API. */
export const gatewayBodyBytes = 10_485_760;

/** API Gateway: the request line and the header values of a request to a REST API, together. */
export const gatewayHeaderBytes = 10_240;

/** API Gateway: how long an integration may take, in milliseconds. */
export const integrationTimeoutMilliseconds = 29_000;

/** Lambda: the event and the response of a synchronous invocation, each. */
export const invocationPayloadBytes = 6_291_456;

/** Lambda: all environment variables of a function together, as JSON. */
export const environmentBytes = 4_096;

/**
 * The only request that may be larger than on AWS: locally, `POST /upload` accepts a file of 25 MB in a multipart body. A
 * deployed API needs `POST /uploads` for that.
 */
const largeUpload = { method: 'POST', resource: '/upload', bodyBytes: 26 * 1024 * 1024 };

/** The size limits of a request to a REST API: its body, and the Lambda event that contains the body. */
export type RequestQuota = { readonly bodyBytes: number; readonly eventBytes: number };

/** Returns the quota of a request by its method and matched resource. */
export function requestQuota(method: string, resource: string): RequestQuota {
  return method === largeUpload.method && resource === largeUpload.resource
    ? { bodyBytes: largeUpload.bodyBytes, eventBytes: Number.POSITIVE_INFINITY }
    : { bodyBytes: gatewayBodyBytes, eventBytes: invocationPayloadBytes };
}
