import { useState } from 'preact/hooks';

/** A button's action: whether it is running, the error of its last run, and what runs it. */
type Action<Arguments extends readonly unknown[]> = {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly run: (...args: Arguments) => Promise<void>;
};

/** Keeps the state of an action that calls the service. */
export const useAction = <Arguments extends readonly unknown[]>(
  action: (...args: Arguments) => Promise<void>,
): Action<Arguments> => {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (...args: Arguments): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await action(...args);
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run };
};
