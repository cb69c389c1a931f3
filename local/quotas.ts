/*
 * The quotas of AWS that the local stack enforces, in bytes unless a name says otherwise. Each one is a fixed quota that
 * no support request raises, except the integration timeout.
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
 * The one request that may be larger here than on AWS: a local client sends a whole file of 25 MB, and the multipart
 * syntax around it, to `POST /upload`. Deployed, such a file takes `POST /uploads`.
 */
const largeUpload = { method: 'POST', resource: '/upload', bodyBytes: 26 * 1024 * 1024 };

/** What one request to a REST API may carry: its body, and the Lambda event that contains the body. */
export type RequestQuota = { readonly bodyBytes: number; readonly eventBytes: number };

/** The quota of a request, by its method and by the resource of the API that it matched. */
export function requestQuota(method: string, resource: string): RequestQuota {
  return method === largeUpload.method && resource === largeUpload.resource
    ? { bodyBytes: largeUpload.bodyBytes, eventBytes: Number.POSITIVE_INFINITY }
    : { bodyBytes: gatewayBodyBytes, eventBytes: invocationPayloadBytes };
}
