import { type Inputs, useEffect, useState } from 'preact/hooks';

/**
 * Calls `start` whenever one of `inputs` changes and returns the result or the error of the last call. Keeps the earlier result
 * until then, and ignores calls whose inputs have changed.
 */
export const usePromise = <Value>(
  start: () => Promise<Value>,
  inputs: Inputs,
): { readonly value: Value | undefined; readonly error: unknown } => {
  const [value, setValue] = useState<Value | undefined>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isCurrent = true;
    setError(undefined);
    start().then(
      (result) => {
        // A function, because the value may be one.
        if (isCurrent) setValue(() => result);
      },
      (cause: unknown) => {
        if (isCurrent) setError(() => cause);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, inputs);
  return { value, error };
};
