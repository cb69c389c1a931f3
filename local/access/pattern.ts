/** Returns whether a string matches. */
export type Pattern = (text: string) => boolean;

/**
 * Compiles a pattern of a policy: `*` matches any characters, `?` matches one.
 *
 * @throws Error for a policy variable, `${...}`, which is not supported
 */
export function compilePattern(pattern: string): Pattern {
  if (pattern.includes('${')) throw new Error(`policy variables are not supported: ${pattern}`);
  if (!/[*?]/.test(pattern)) return (text) => text === pattern;
  return (text) => fits(pattern, text);
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

/** Matches wildcards without exponential backtracking: only the last `*` is retried, from each position. */
function fits(pattern: string, text: string): boolean {
  let at = 0;
  let position = 0;
  let star = -1;
  let resume = 0;
  while (position < text.length) {
    if (pattern[at] === '*') {
      star = at;
      at += 1;
      resume = position;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[position])) {
      at += 1;
      position += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      position = resume;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
