import { useEffect, useState } from 'preact/hooks';
import { canDraw, openPages, type PageSource } from './page-source.ts';

/** Opens the pages of a file while a component shows them. `isFailed` if the browser cannot draw the file. */
export const usePageSource = (
  file: Blob,
  format: string | null,
  password = '',
): { source: PageSource | undefined; isFailed: boolean } => {
  const [source, setSource] = useState<PageSource | undefined>();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    if (format === null || !canDraw(format)) return;
    let isCurrent = true;
    let opened: PageSource | undefined;
    openPages(file, format, password).then(
      (pages) => {
        opened = pages;
        if (isCurrent) setSource(pages);
        else pages.close();
      },
      () => {
        if (isCurrent) setFailed(true);
      },
    );
    return () => {
      isCurrent = false;
      setSource(undefined);
      setFailed(false);
      opened?.close();
    };
  }, [file, format, password]);
  return { source, isFailed };
};
