import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { unreachable } from '../api/api-error.ts';
import { ErrorNotice } from './notice.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

/** Creates a component whose code is loaded on first use. */
export const lazy = (load: () => Promise<ComponentType>): ComponentType => {
  let loaded: ComponentType | undefined;
  return () => {
    const [Section, setSection] = useState<{ component: ComponentType | undefined }>({ component: loaded });
    const [error, setError] = useState<unknown>();
    const begin = (): void => {
      setError(undefined);
      load().then(
        (component) => {
          loaded = component;
          setSection({ component });
        },
        (cause) => setError(unreachable(cause)),
      );
    };
    useEffect(() => {
      if (loaded === undefined) begin();
    }, []);
    if (error !== undefined) return <ErrorNotice error={error} onRetry={begin} />;
    if (Section.component !== undefined) return <Section.component />;
    return (
      <>
        <Loading what="this section" />
        <Skeleton kind="page" />
      </>
    );
  };
};
