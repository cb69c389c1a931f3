import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Job } from '../api/types.ts';
import { ErrorNotice } from '../ui/notice.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { usePromise } from '../ui/use-promise.ts';
import { DataGrid, DataGrids } from './data-grid.tsx';
import { loadPreview, type Preview } from './load-preview.ts';
import { ObjectImage } from './object-image.tsx';
import { PageView } from './page-view.tsx';
import { PassageView } from './passage-view.tsx';
import type { FileItem } from './playground-store.ts';
import { Rendered } from './rendered.tsx';
import { ResultSkeleton } from './result-skeleton.tsx';
import { usePageSource } from './use-page-source.ts';
import { ZipView } from './zip-view.tsx';

type ShownProps = {
  readonly preview: Preview;
  readonly name: string;
  readonly item: FileItem;
  /** The format of the file from which the result was made; null if it does not matter. */
  readonly from: string | null;
};

type View = { readonly name: string; readonly content: ComponentChildren };

/** One of several views, chosen by buttons. */
const Views = ({ views }: { views: readonly View[] }) => {
  const [chosen, setChosen] = useState(views[0]?.name);
  const shown = views.find(({ name }) => name === chosen) ?? views[0];
  return (
    <>
      {views.length < 2 ? null : (
        <fieldset class="segments">
          <legend class="visually-hidden">View</legend>
          {views.map(({ name }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === shown?.name}
              onClick={() => setChosen(name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <div key={shown?.name} class="view">
        {shown?.content}
      </div>
    </>
  );
};

const PdfView = ({ file, name }: { file: Blob; name: string }) => {
  const { source, isFailed } = usePageSource(file, 'pdf');
  const [page, setPage] = useState(1);
  if (isFailed)
    return (
      <p class="preview-none">
        The browser cannot show this PDF, which may need a password. Download it to open it.
      </p>
    );
  if (source === undefined) return <ResultSkeleton kind="page" />;
  return <PageView source={source} page={page} label={`Pages of ${name}`} onPage={setPage} />;
};

const textView = (text: string, name: string): View => ({
  name: 'Source',
  content: (
    <ScrollArea name="preview-text" label={`Text of ${name}`}>
      <pre>{text === '' ? 'The result is empty.' : text}</pre>
    </ScrollArea>
  ),
});

const viewsOf = (
  preview: Extract<Preview, { text: string }>,
  name: string,
  item: FileItem,
  from: string | null,
): readonly View[] => {
  const source = textView(preview.text, name);
  switch (preview.kind) {
    case 'text':
      return [source];
    case 'markdown':
    case 'html':
      return [
        {
          name: 'Rendered',
          content: <Rendered kind={preview.kind} text={preview.text} label={`Rendered ${name}`} />,
        },
        source,
      ];
    case 'table':
      return [
        { name: 'Table', content: <DataGrid table={preview.table} label={`Table of ${name}`} /> },
        source,
      ];
    case 'json': {
      const placed = [
        ['Passages', preview.document],
        ['Chunks', preview.chunks],
      ] as const;
      return [
        ...placed.flatMap(([title, passages]) =>
          passages === undefined
            ? []
            : [
                {
                  name: title,
                  content: (
                    <PassageView placed={passages} item={item} from={from} label={`${title} of ${name}`} />
                  ),
                },
              ],
        ),
        ...(preview.tables.length === 0
          ? []
          : [{ name: 'Tables', content: <DataGrids tables={preview.tables} name={name} /> }]),
        source,
      ];
    }
  }
};

/** A result, as the browser can show it. */
export const Shown = ({ preview, name, item, from }: ShownProps) => {
  switch (preview.kind) {
    case 'none':
      return <p class="preview-none">{preview.reason} Download the file to open it.</p>;
    case 'pdf':
      return <PdfView file={preview.file} name={name} />;
    case 'image':
      return (
        <div class="preview-image">
          <ObjectImage file={preview.file} alt={`Preview of ${name}`} />
        </div>
      );
    case 'zip':
      return (
        <ZipView
          file={preview.file}
          name={name}
          show={(entry, entryName) => <Shown preview={entry} name={entryName} item={item} from={null} />}
        />
      );
    default:
      return (
        <>
          <Views views={viewsOf(preview, name, item, from)} />
          {preview.isCut ? (
            <p class="fine">The preview is truncated. Download the file to see all of it.</p>
          ) : null}
        </>
      );
  }
};

/** The preview of a complete job's result. */
export const ResultPreview = ({
  job,
  item,
  kind,
}: {
  job: Job;
  item: FileItem;
  /** The shape of what comes. */
  kind: Parameters<typeof ResultSkeleton>[0]['kind'];
}) => {
  const [attempt, setAttempt] = useState(0);
  const { value: preview, error } = usePromise(() => loadPreview(job), [job, attempt]);
  if (error !== undefined) return <ErrorNotice error={error} onRetry={() => setAttempt(attempt + 1)} />;
  if (preview === undefined)
    return (
      <>
        <Loading what="the result" />
        <ResultSkeleton kind={kind} />
      </>
    );
  return <Shown preview={preview} name={job.output?.filename ?? 'the result'} item={item} from={job.from} />;
};
