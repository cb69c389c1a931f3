/** The pages of a file, which the browser draws itself. */
export type PageSource = {
  readonly pageCount: number;
  /** Returns the size of a page: in points for a PDF, in pixels for an image. */
  readonly sizeOf: (number: number) => Promise<{ width: number; height: number }>;
  /** Draws a page that is `width` pixels wide. */
  readonly draw: (
    number: number,
    canvas: HTMLCanvasElement,
    width: number,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly close: () => void;
};

const drawnImages = ['png', 'jpeg', 'webp', 'gif', 'bmp', 'avif'];

/** Returns whether the browser can draw the pages of a format. */
export const canDraw = (format: string | null): boolean =>
  format === 'pdf' || (format !== null && drawnImages.includes(format));

const openImage = async (file: Blob): Promise<PageSource> => {
  const bitmap = await createImageBitmap(file);
  return {
    pageCount: 1,
    sizeOf: () => Promise.resolve({ width: bitmap.width, height: bitmap.height }),
    draw: (_number, canvas, width) => {
      canvas.width = width;
      canvas.height = Math.round((width * bitmap.height) / bitmap.width);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      return Promise.resolve();
    },
    close: () => bitmap.close(),
  };
};

/** Opens a file of a format that `canDraw`. The code that draws PDFs is loaded with the first of them. */
export const openPages = async (file: Blob, format: string, password: string): Promise<PageSource> =>
  format === 'pdf' ? (await import('./pdf-pages.ts')).openPdf(file, password) : openImage(file);
