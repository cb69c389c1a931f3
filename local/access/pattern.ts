/** Returns whether a string matches. */
export type Pattern = (text: string) => boolean;

/**
 * Compiles a pattern of a policy: `*` matches any characters.
 *
 * @throws Error for a policy variable, `${...}`, and for the wildcard `?`, which are not supported
 */
export function compilePattern(pattern: string): Pattern {
  if (pattern.includes('${')) throw new Error(`policy variables are not supported: ${pattern}`);
  if (pattern.includes('?')) throw new Error(`the wildcard ? is not supported: ${pattern}`);
  const [start = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (end === undefined) return (text) => text === pattern;
  return (text) => {
    if (!text.startsWith(start)) return false;
    let at = start.length;
    for (const part of parts) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return text.length - end.length >= at && text.endsWith(end);
  };
}

/**
 * Compiles a pattern of a resource: `*`, or an ARN whose wildcards match within a segment. The last segment, the resource,
 * may contain colons.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html
 * @throws Error for anything else
 */
export function compileArnPattern(pattern: string): Pattern {
  if (pattern === '*') return () => true;
  const segments = splitArn(pattern);
  if (segments === undefined) throw new Error(`a resource must be "*" or an ARN: ${pattern}`);
  const patterns = segments.map(compilePattern);
  return (arn) => splitArn(arn)?.every((segment, index) => patterns[index]?.(segment)) ?? false;
}

/** The six segments of `arn:partition:service:region:account:resource`. */
function splitArn(arn: string): readonly string[] | undefined {
  const [prefix, partition, service, region, account, ...resource] = arn.split(':');
  if (prefix !== 'arn' || account === undefined || resource.length === 0) return undefined;
  return [prefix, partition ?? '', service ?? '', region ?? '', account, resource.join(':')];
}
