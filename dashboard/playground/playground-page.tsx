import type { Formats } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { ErrorNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { Workbench } from './workbench.tsx';

/** The page for trying conversions. */
export const PlaygroundPage = () => {
  const { data, error, reload } = useLoad<Formats>('/formats');
  return (
    <>
      <PageHeader title="Playground" lead="Drop a file, choose a target and preview the result." />
      {error === undefined ? null : <ErrorNotice error={error} onRetry={reload} />}
      {data === undefined ? (
        error === undefined ? (
          <>
            <Loading what="the formats" />
            <Skeleton kind="page" />
          </>
        ) : null
      ) : (
        <Workbench formats={data} />
      )}
    </>
  );
};
