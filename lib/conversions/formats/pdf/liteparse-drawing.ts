import {
  liteparseConfig,
  loadLiteparse,
  parseWithLiteparse,
} from '../../backends/liteparse/liteparse-config.ts';
import type { DrawablePdf } from '../../backends/pdfium/drawable-pdf.ts';
import type { Sharp } from '../../backends/sharp/load-sharp.ts';

/**
 * Opens a PDF to render its pages with liteparse if PDFium cannot be called directly. Four times slower, because each
 * image is encoded and decoded again. Throws what `parseWithLiteparse` throws.
 */
export async function openWithLiteparse(
  sharp: Sharp,
  input: Uint8Array,
  password: string | undefined,
  dpi: number,
): Promise<DrawablePdf> {
  const config = liteparseConfig({ password });
  const { totalPages } = await parseWithLiteparse(input, { ...config, maxPages: 1 });
  const { LiteParse } = await loadLiteparse();
  const parser = new LiteParse({ ...config, dpi });
  return {
    total: totalPages,
    measure: async (numbers) => {
      const some = { ...config, maxPages: numbers.length, targetPages: numbers.join(',') };
      const { pages } = await parseWithLiteparse(input, some);
      return pages.map(({ pageNum, width, height }) => ({ page: pageNum, width, height }));
    },
    draw: async ({ page, width, height }) => {
      const drawn = await parser.screenshot(input, [page]).catch(() => []);
      const [image] = drawn;
      if (image === undefined) return undefined;
      return sharp(image.imageBuffer).removeAlpha().resize({ width, height, fit: 'fill' }).raw().toBuffer();
    },
    parts: () => [],
    close: () => undefined,
  };
}
