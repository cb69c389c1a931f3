/** Response headers that API Gateway renames, and those that it drops. Lower case. */
const remapped = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-md5',
  'date',
  'expect',
  'host',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'trailer',
  'upgrade',
  'user-agent',
  'www-authenticate',
]);
const dropped = new Set(['keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'via']);

/**
 * The name under which API Gateway passes on a header of a function's response; undefined if it drops the header.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export function responseHeaderName(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (dropped.has(lower)) return undefined;
  return remapped.has(lower) ? `x-amzn-remapped-${lower}` : lower;
}

/** Request headers that never reach a function. Lower case. */
const notForwarded = new Set([
  'connection',
  'content-length',
  'content-md5',
  'expect',
  'keep-alive',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

/** Whether API Gateway passes a header of the request on to the function. */
export function isForwarded(name: string): boolean {
  return !notForwarded.has(name.toLowerCase());
}
