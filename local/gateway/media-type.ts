/**
 * Returns whether a Content-Type or Accept value is one of an API's binary media types.
 *
 * As in API Gateway, only the first entry counts, without its parameters. `*` matches a whole type or subtype.
 */
export function isBinaryMediaType(value: string | undefined, binaryMediaTypes: readonly string[]): boolean {
  const [type = ''] = (value ?? '').split(/[;,]/);
  const given = type.trim().toLowerCase();
  return binaryMediaTypes.some((candidate) => {
    const wanted = candidate.toLowerCase();
    if (wanted === '*/*' || wanted === given) return true;
    return wanted.endsWith('/*') && given.startsWith(wanted.slice(0, -1));
  });
}
