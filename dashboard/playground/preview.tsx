import { useEffect, useState } from 'preact/hooks';
import type { Job } from '../api/types.ts';
import { ErrorNotice } from '../ui/notice.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { DocumentView } from './document-view.tsx';
import { loadPreview, type Preview } from './load-preview.ts';
import { previewKind } from './preview-kind.ts';
import type { RunRequest } from './use-run.ts';

type ResultProps = {
  readonly output: NonNullable<Job['output']>;
  readonly url: string;
  /** The request that made the result, and its file in the service. */
  readonly request: RunRequest;
  readonly fileId: string | null;
};

type ShownProps = { readonly preview: Preview; readonly name: string };

const keyed = <Value,>(values: readonly Value[]): readonly { key: number; value: Value }[] =>
  values.map((value, key) => ({ key, value }));

const Grid = ({ rows, label }: { rows: readonly (readonly string[])[]; label: string }) => {
  const [head, ...body] = rows;
  return (
    <ScrollArea name="preview-grid" label={label}>
      <table>
        <thead>
          <tr>
            {keyed(head ?? []).map(({ key, value }) => (
              <th key={key} scope="col">
                {value}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(body).map(({ key, value: row }) => (
            <tr key={key}>
              {keyed(row).map(({ key: column, value }) => (
                <td key={column}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
};

const Pdf = ({ url, name }: { url: string; name: string }) =>
  navigator.pdfViewerEnabled ? (
    <iframe class="preview-pdf" src={url} title={`Preview of ${name}`} />
  ) : (
    <p class="preview-none">This browser cannot show PDFs in a page. Download the file to view it.</p>
  );

const Shown = ({ preview, name, request, fileId }: Omit<ResultProps, 'output' | 'url'> & ShownProps) => {
  if (preview.kind === 'pdf') return <Pdf url={preview.url} name={name} />;
  if (preview.kind === 'image')
    return <img class="preview-image" src={preview.url} alt={`Preview of ${name}`} />;
  const cut = preview.isCut ? (
    <p class="fine">The preview is truncated. Download the file to see all of it.</p>
  ) : null;
  if (preview.kind === 'table')
    return (
      <>
        <Grid rows={preview.rows} label={`Table of ${name}`} />
        {cut}
      </>
    );
  const { document } = preview;
  return (
    <>
      {document === undefined ? null : <DocumentView document={document} request={request} fileId={fileId} />}
      {keyed(preview.tables).map(({ key, value }) => (
        <Grid key={key} rows={value} label={`Table ${key + 1} of ${name}`} />
      ))}
      <ScrollArea name="preview-text" label={`Text of ${name}`}>
        <pre>{preview.text === '' ? 'The result is empty.' : preview.text}</pre>
      </ScrollArea>
      {cut}
    </>
  );
};

/** The preview of a job's result. */
export const ResultPreview = ({ output, url, request, fileId }: ResultProps) => {
  const [preview, setPreview] = useState<Preview | undefined>();
  const [error, setError] = useState<unknown>();
  const kind = previewKind(output.mime_type);
  const mimeType = output.mime_type;
  useEffect(() => {
    if (kind === 'none') return;
    const controller = new AbortController();
    let made: Preview | undefined;
    setPreview(undefined);
    setError(undefined);
    loadPreview(url, kind, mimeType, controller.signal).then(
      (loaded) => {
        made = loaded;
        if (controller.signal.aborted && 'url' in loaded) URL.revokeObjectURL(loaded.url);
        else setPreview(loaded);
      },
      (cause: unknown) => {
        if (!controller.signal.aborted) setError(cause);
      },
    );
    return () => {
      controller.abort();
      if (made !== undefined && 'url' in made) URL.revokeObjectURL(made.url);
    };
  }, [url, kind, mimeType]);

  if (kind === 'none')
    return <p class="preview-none">There is no preview for this format. Download the file to view it.</p>;
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (preview === undefined)
    return (
      <>
        <Loading what="the result" />
        <Skeleton kind="chart" />
      </>
    );
  return <Shown preview={preview} name={output.filename} request={request} fileId={fileId} />;
};
