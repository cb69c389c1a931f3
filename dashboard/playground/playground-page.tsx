import type { Formats } from '../api/types.ts';
import { useLoad } from '../api/use-load.ts';
import { LoadState } from '../ui/load-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Workbench } from './workbench.tsx';

/** The page for trying conversions. */
export const PlaygroundPage = () => {
  const loaded = useLoad<Formats>('/formats?options=reference');
  return (
    <>
      <PageHeader title="Playground" lead="Drop a file, choose what it becomes, and see the result." />
      <LoadState loaded={loaded} what="the formats" kind="page" />
      {loaded.data === undefined ? null : <Workbench formats={loaded.data} />}
    </>
  );
};
