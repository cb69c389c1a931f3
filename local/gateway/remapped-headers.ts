/** Response headers that API Gateway renames, in lower case. */
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
/** Response headers that API Gateway drops, in lower case. */
const dropped = new Set(['keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'via']);

/**
 * Returns API Gateway's name for a header of a function's response. Undefined if it drops the header.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export function responseHeaderName(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (dropped.has(lower)) return undefined;
  return remapped.has(lower) ? `x-amzn-remapped-${lower}` : lower;
}

/** Request headers that API Gateway does not forward, in lower case. */
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

/** Returns whether API Gateway forwards a request header to the function. */
export function isForwarded(name: string): boolean {
  return !notForwarded.has(name.toLowerCase());
}
