import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useDashboard } from '../app/context.ts';
import type { CallOptions } from './client.ts';

/** Loaded data, and the error of the last attempt. */
export type Loaded<Data> = {
  readonly data: Data | undefined;
  readonly error: unknown;
  /** Loads the data again. Keeps the old data until then. */
  readonly reload: () => Promise<void>;
};

/** Loads the response of a path. Shows the cached response first. */
export const useLoad = <Data>(path: string, access: CallOptions['access'] = 'token'): Loaded<Data> => {
  const { client, cache } = useDashboard();
  const [state, setState] = useState<{ path: string; data?: Data; error?: unknown }>({ path });
  // Responses of other paths are ignored. Undefined after the component was unmounted.
  const current = useRef<string | undefined>(undefined);

  const reload = useCallback(async (): Promise<void> => {
    try {
      const data = await client.call<Data>(path, { access });
      cache.set(path, data);
      if (current.current === path) setState({ path, data });
    } catch (error) {
      if (current.current === path)
        setState((before) => ({ ...(before.path === path ? before : { path }), error }));
    }
  }, [client, cache, path, access]);

  useEffect(() => {
    current.current = path;
    void reload();
    return () => {
      current.current = undefined;
    };
  }, [path, reload]);

  const isThis = state.path === path;
  // The cache contains responses by path.
  const cached = cache.get(path) as Data | undefined;
  return {
    data: (isThis ? state.data : undefined) ?? cached,
    error: isThis ? state.error : undefined,
    reload,
  };
};
