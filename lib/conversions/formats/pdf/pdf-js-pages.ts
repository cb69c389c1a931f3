import * as z from 'zod';
import { linesAside } from '../../shared/page-layout/text-line.ts';
import type { SourcePage, TextRun } from '../../shared/page-layout/text-run.ts';
import { ASCENT } from './text-runs/run-builder.ts';

// A TextItem of PDF.js. Marked content items have none of these properties.
const itemSchema = z.object({
  str: z.string(),
  transform: z.array(z.number()).length(6),
  width: z.number(),
  fontName: z.string(),
});

/** The part of a PDF.js page proxy that is used. */
interface PdfJsPage {
  readonly getViewport: (parameters: { scale: number }) => {
    readonly width: number;
    readonly height: number;
    readonly transform: readonly number[];
  };
  readonly getTextContent: () => Promise<{
    readonly items: readonly unknown[];
    readonly styles: Readonly<Record<string, { readonly fontFamily?: string }>>;
  }>;
}

/** A page's text with sizes and positions from PDF.js. Its only font style is monospaced. */
export async function sourceOfPdfJsPage(page: PdfJsPage, number: number): Promise<SourcePage> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const [a = 1, b = 0, c = 0, d = -1, e = 0, f = height] = transform;
  const { items, styles } = await page.getTextContent();
  const upright: TextRun[] = [];
  const turned: TextRun[] = [];
  for (const each of items) {
    const parsed = itemSchema.safeParse(each);
    if (!parsed.success || parsed.data.str.trim() === '') continue;
    const { str, transform: own, fontName } = parsed.data;
    const [ta = 1, tb = 0, tc = 0, td = 1, tx = 0, ty = 0] = own;
    const x = a * tx + c * ty + e;
    const y = b * tx + d * ty + f;
    const size = Math.round(Math.hypot(tc, td) * 10) / 10 || 1;
    const direction = Math.atan2(b * ta + d * tb, a * ta + c * tb);
    const run: TextRun = {
      text: str,
      x,
      y: y - size * ASCENT,
      width: Math.max(0.1, parsed.data.width),
      height: size,
      size,
      ...(styles[fontName]?.fontFamily === 'monospace' ? { mono: true } : {}),
    };
    if (Math.abs(direction) < 0.3) upright.push(run);
    else turned.push(run);
  }
  return {
    number,
    width,
    height,
    runs: upright,
    aside: turned.length === 0 ? [] : linesAside(turned, 0, { width, height }),
    tables: [],
    images: [],
  };
}
