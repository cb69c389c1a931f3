import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useDashboard } from '../app/context.ts';
import type { CallOptions } from './client.ts';

/** Something that is loaded: what there is of it, and what went wrong the last time. */
export type Loaded<Data> = {
  readonly data: Data | undefined;
  readonly error: unknown;
  /** Loads it again; what is there stays until then. */
  readonly reload: () => Promise<void>;
};

/** Loads what a path answers, at first from what was loaded before. */
export const useLoad = <Data>(path: string, access: CallOptions['access'] = 'token'): Loaded<Data> => {
  const { client, cache } = useDashboard();
  const [state, setState] = useState<{ path: string; data?: Data; error?: unknown }>({ path });
  // The path whose answers count; undefined once the component is gone.
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
  // The cache holds under each path what that path answered.
  const cached = cache.get(path) as Data | undefined;
  return {
    data: (isThis ? state.data : undefined) ?? cached,
    error: isThis ? state.error : undefined,
    reload,
  };
};
