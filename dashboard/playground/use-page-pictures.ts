import { useEffect, useRef, useState } from 'preact/hooks';
import type { AcceptedJob } from '../api/types.ts';
import { useDashboard } from '../app/context.ts';
import { followJob } from './follow-job.ts';
import { loadPreview } from './load-preview.ts';
import type { RunRequest } from './use-run.ts';

const shownTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

const drawnTypes = ['application/pdf'];

/** The pictures of a file's pages. An image is its own picture; the pages of a PDF are drawn by the service. */
export const usePagePictures = ({ file, options }: RunRequest, fileId: string | null) => {
  const { client } = useDashboard();
  const [pictures, setPictures] = useState<ReadonlyMap<number, string>>(new Map());
  const [drawing, setDrawing] = useState<number | undefined>();
  const [error, setError] = useState<unknown>();
  const controller = useRef(new AbortController());
  const urls = useRef<string[]>([]);

  useEffect(() => {
    if (shownTypes.includes(file.type)) {
      const url = URL.createObjectURL(file);
      urls.current.push(url);
      setPictures(new Map([[1, url]]));
    }
    return () => {
      controller.current.abort();
      for (const url of urls.current) URL.revokeObjectURL(url);
    };
  }, [file]);

  /** Draws a page; a conversion to PNG. */
  const draw = async (page: number): Promise<void> => {
    const { signal } = controller.current;
    setError(undefined);
    setDrawing(page);
    try {
      const { password } = options;
      const json = {
        file_id: fileId,
        to: 'png',
        options: { pages: String(page), ...(password === undefined ? {} : { password }) },
      };
      const { job_id } = await client.call<AcceptedJob>('/convert', { json, signal });
      const job = await followJob(
        client,
        job_id,
        () => undefined,
        () => undefined,
        signal,
      );
      if (job.output_url === undefined) throw new Error(job.error?.message ?? 'The page could not be drawn.');
      const preview = await loadPreview(job.output_url, 'image', 'image/png', signal);
      if (preview.kind !== 'image') return;
      urls.current.push(preview.url);
      setPictures((before) => new Map([...before, [page, preview.url]]));
    } catch (cause) {
      if (!signal.aborted) setError(cause);
    } finally {
      if (!signal.aborted) setDrawing(undefined);
    }
  };
  const canDraw = fileId !== null && drawnTypes.includes(file.type);
  return { pictures, drawing, error, draw, canDraw };
};
