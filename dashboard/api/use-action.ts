import { useState } from 'preact/hooks';

/** A button's action: whether it is running, the error of its last run, and what runs it. */
type Action = {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly run: () => Promise<void>;
};

/** Keeps the state of an action that calls the service. */
export const useAction = (action: () => Promise<void>): Action => {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await action();
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run };
};
