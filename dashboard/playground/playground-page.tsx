import type { Formats } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { formatLabel } from '../text/format-names.ts';
import { ErrorNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { sourcesOf } from './targets.ts';
import { Workbench } from './workbench.tsx';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Try the service in the page. */
export const PlaygroundPage = () => {
  const { data, error, reload } = useLoad<Formats>('/formats');
  return (
    <>
      <PageHeader
        title="Playground"
        lead={
          data === undefined
            ? 'Drop a file and see what it becomes.'
            : `Drop a file and see what it becomes. DocForge reads ${list.format(sourcesOf(data).map(formatLabel))}.`
        }
      />
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
