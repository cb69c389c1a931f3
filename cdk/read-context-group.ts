import type { Construct } from 'constructs';

/**
 * Values of the context that must be set together.
 *
 * @returns undefined if none is set
 * @throws Error if only some are set; the message names the missing ones
 */
export const readContextGroup = <Name extends string>(
  scope: Construct,
  names: readonly Name[],
): Readonly<Record<Name, string>> | undefined => {
  const isSet = (name: Name): boolean => ![undefined, ''].includes(scope.node.tryGetContext(name));
  const missing = names.filter((name) => !isSet(name));
  if (missing.length === names.length) return undefined;
  if (missing.length > 0)
    throw new Error(`Set the context ${missing.join(', ')} too: ${names.join(', ')} belong together`);
  return Object.fromEntries(names.map((name) => [name, String(scope.node.tryGetContext(name))])) as Record<
    Name,
    string
  >;
};
