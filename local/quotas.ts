/*
 * The AWS quotas that the local stack enforces, in bytes unless stated otherwise. AWS increases none of them on request,
 * except the integration timeout and the concurrent executions.
 */

/** API Gateway: the body of a request to a REST API. */
export const gatewayBodyBytes = 10_485_760;

/** API Gateway: the request line and the header values of a request to a REST API, together. */
export const gatewayHeaderBytes = 10_240;

/** API Gateway: how long an integration may take, in milliseconds. */
export const integrationTimeoutMilliseconds = 29_000;

/** Lambda: the event and the response of a synchronous invocation, each. */
export const invocationPayloadBytes = 6_291_456;

/** Lambda: the event of an asynchronous invocation. */
export const asynchronousPayloadBytes = 1_048_576;

/** Lambda: concurrent executions of an account and region. New accounts may have as few as 10. */
export const accountExecutions = 1_000;

/** Lambda: the memory in MB for which a function gets one processor. The share is proportional. */
export const megabytesPerProcessor = 1_769;

/** Lambda: the megabytes of /tmp of a function that sets no size. */
export const defaultScratchMegabytes = 512;

/** Lambda: open files of an execution environment. */
export const openFiles = 1_024;

/** Lambda: processes and threads of an execution environment. */
export const environmentTasks = 1_024;

/** Lambda: all environment variables of a function together, as JSON. */
export const environmentBytes = 4_096;
