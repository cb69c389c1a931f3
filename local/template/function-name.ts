/** A reference to a function: an ARN, or a name. */
const parts = (reference: string): readonly string[] => {
  const at = reference.indexOf(':function:');
  const text = at < 0 ? reference : reference.slice(at + ':function:'.length);
  return text.split('/')[0]?.split(':') ?? [];
};

/** Returns the function's name in a function ARN, with or without a version, or in a plain name. */
export function functionNameOf(reference: string): string {
  return parts(reference)[0] ?? reference;
}

/** Returns the version or alias of such a reference; undefined if it has none. */
export function qualifierOf(reference: string): string | undefined {
  return parts(reference)[1];
}
