/**
 * Whether a Content-Type or Accept value is among an API's binary media types.
 *
 * Only its first entry counts and its parameters do not, as in API Gateway; `*` stands for a whole half.
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
