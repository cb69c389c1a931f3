import type { Construct } from 'constructs';

/**
 * A setting of the context that is on or off. Default: off.
 *
 * @throws Error if it is neither true nor false
 */
export const readFlag = (scope: Construct, name: string): boolean => {
  const given: unknown = scope.node.tryGetContext(name);
  const text = String(given ?? 'false');
  if (text === 'true' || text === 'false') return text === 'true';
  throw new Error(`${name} is ${text}; set true or false`);
};
