import { S3Error } from './errors.ts';
import type { S3Request } from './request.ts';
import { xmlTexts } from './xml.ts';

/** A CORS rule. A pattern may contain one `*`, which matches any characters. */
type CorsRule = {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposed: readonly string[];
};

/** The CORS rules by bucket. Each start of the stack sets those of the template. */
export type CorsRules = Map<string, readonly CorsRule[]>;

/**
 * Parses a `CORSConfiguration` document.
 *
 * @throws S3Error MalformedXML if there is no rule, or one without an origin or a method
 */
export function parseCorsRules(xml: string): CorsRule[] {
  const rules = xml
    .split(/<CORSRule\b/)
    .slice(1)
    .map((part) => ({
      origins: xmlTexts(part, 'AllowedOrigin'),
      methods: xmlTexts(part, 'AllowedMethod'),
      headers: xmlTexts(part, 'AllowedHeader'),
      exposed: xmlTexts(part, 'ExposeHeader'),
    }));
  if (rules.length > 0 && rules.every(({ origins, methods }) => origins.length > 0 && methods.length > 0))
    return rules;
  throw new S3Error(
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
  );
}

/**
 * Returns the CORS headers of a response. They are empty if no rule allows the request.
 *
 * @throws S3Error AccessForbidden for a preflight request that no rule allows
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html
 */
export function allowOrigin(rules: CorsRules, request: S3Request): Record<string, string> {
  const { bucket, method, headers } = request;
  const isPreflight = method === 'OPTIONS';
  const asked = isPreflight ? (headers['access-control-request-method'] ?? '') : method;
  const names = splitNames(headers['access-control-request-headers']);
  const { origin } = headers;
  const isAllowedBy = (rule: CorsRule) =>
    rule.origins.some((pattern) => matches(pattern, origin ?? '')) &&
    rule.methods.includes(asked) &&
    names.every((name) => rule.headers.some((pattern) => matches(pattern.toLowerCase(), name)));

  const rule = bucket && origin ? rules.get(bucket)?.find(isAllowedBy) : undefined;
  if (rule && origin) return describeRule(rule, origin, names);
  if (!isPreflight) return {};
  throw new S3Error('AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
}

function describeRule(rule: CorsRule, origin: string, names: readonly string[]): Record<string, string> {
  const isOpen = rule.origins.includes('*');
  return {
    'access-control-allow-origin': isOpen ? '*' : origin,
    'access-control-allow-methods': rule.methods.join(', '),
    ...(!isOpen && { 'access-control-allow-credentials': 'true' }),
    ...(names.length > 0 && { 'access-control-allow-headers': names.join(', ') }),
    ...(rule.exposed.length > 0 && { 'access-control-expose-headers': rule.exposed.join(', ') }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

function splitNames(header: string | undefined): string[] {
  return header === undefined ? [] : header.split(',').map((name) => name.trim().toLowerCase());
}

function matches(pattern: string, text: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return pattern === text;
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}
