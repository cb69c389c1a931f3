import workerPath from 'pdf-worker';
import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageSource } from './page-source.ts';

GlobalWorkerOptions.workerSrc = new URL(workerPath, import.meta.url).href;

/** Opens a PDF for drawing. Rejects if it is damaged or needs another password. */
export const openPdf = async (file: Blob, password: string): Promise<PageSource> => {
  const task = getDocument({
    data: await file.arrayBuffer(),
    password,
    // The Content-Security-Policy forbids both.
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
  });
  const document = await task.promise;
  return {
    pageCount: document.numPages,
    draw: async (number, canvas, width, signal) => {
      const page = await document.getPage(number);
      if (signal.aborted) return;
      const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
      canvas.width = Math.round(viewport.width);
      canvas.height = Math.round(viewport.height);
      const rendering = page.render({ canvas, viewport });
      signal.addEventListener('abort', () => rendering.cancel(), { once: true });
      await rendering.promise;
    },
    sizeOf: async (number) => {
      const { width, height } = (await document.getPage(number)).getViewport({ scale: 1 });
      return { width, height };
    },
    close: () => void task.destroy(),
  };
};
