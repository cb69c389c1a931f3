import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { importPeer, timed } from './peers.ts';

type TextItem = { readonly str?: string; readonly hasEOL?: boolean };
type PdfJs = {
  readonly getDocument: (options: Record<string, unknown>) => {
    readonly promise: Promise<{
      readonly numPages: number;
      readonly getPage: (number: number) => Promise<{
        readonly getTextContent: () => Promise<{ readonly items: readonly TextItem[] }>;
      }>;
    }>;
    readonly destroy: () => Promise<void>;
  };
};

/** The result of the thread: the text and its time, an error, or that pdfjs-dist is not installed. */
export type PdfJsAnswer =
  | { readonly milliseconds: number; readonly text: string }
  | { readonly error: string }
  | 'not_installed';

const base = new URL('../peers/node_modules/pdfjs-dist/', import.meta.url).pathname;

const read = async (path: string): Promise<PdfJsAnswer> => {
  const library = await importPeer<PdfJs>('pdfjs-dist/legacy/build/pdf.mjs');
  if (library === undefined) return 'not_installed';
  const data = new Uint8Array(await readFile(path));
  const { milliseconds, result } = await timed(async () => {
    const task = library.getDocument({
      data,
      verbosity: 0,
      cMapUrl: `${base}cmaps/`,
      cMapPacked: true,
      standardFontDataUrl: `${base}standard_fonts/`,
      wasmUrl: `${base}wasm/`,
    });
    try {
      const document = await task.promise;
      const pages: string[] = [];
      for (let number = 1; number <= document.numPages; number += 1) {
        const page = await document.getPage(number);
        const { items } = await page.getTextContent();
        pages.push(items.map(({ str = '', hasEOL }) => (hasEOL === true ? `${str}\n` : str)).join(''));
      }
      return pages.join('\f');
    } finally {
      await task.destroy();
    }
  });
  return { milliseconds, text: result };
};

parentPort?.on('message', async (path: string) => {
  const answer = await read(path).catch((error: unknown): PdfJsAnswer => ({ error: String(error) }));
  parentPort?.postMessage(answer);
});
