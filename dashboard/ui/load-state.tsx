import type { ComponentProps } from 'preact';
import type { Loaded } from '../api/use-load.ts';
import { ErrorNotice } from './notice.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

/** The error of the last load, or a placeholder until there are data. */
export const LoadState = ({
  loaded: { data, error, reload },
  what,
  kind,
}: {
  loaded: Loaded<unknown>;
  /** What is loading, for screen readers. */
  what: string;
  kind: ComponentProps<typeof Skeleton>['kind'];
}) => {
  if (error !== undefined) return <ErrorNotice error={error} onRetry={reload} />;
  return data === undefined ? (
    <>
      <Loading what={what} />
      <Skeleton kind={kind} />
    </>
  ) : null;
};
