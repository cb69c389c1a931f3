import type { PDFPage } from '@cantoo/pdf-lib';
import { pageSizes } from '../../../engine/options.ts';
import { POINTS_PER_MILLIMETRE } from '../../../engine/page-setup.ts';
import type { PdfFile } from '../archive/pdf-file.ts';
import { encloseContent } from './mark-pages.ts';

/** A scale and where the origin is moved to, in points. */
export interface Placement {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Scales and moves the content of a page and its annotations. */
export function placeContent(file: PdfFile, page: PDFPage, { scale, x, y }: Placement): void {
  const { context, itemsOf, numberOf, dictOf, get, set } = file;
  encloseContent(
    file,
    page,
    `q ${scale.toFixed(5)} 0 0 ${scale.toFixed(5)} ${x.toFixed(2)} ${y.toFixed(2)} cm\n`,
    '\nQ\n',
  );
  for (const annotation of itemsOf(get(page.node, 'Annots')).map(dictOf)) {
    for (const key of annotation === undefined ? [] : ['Rect', 'QuadPoints']) {
      const numbers = itemsOf(get(annotation, key)).map((item) => numberOf(item) ?? 0);
      const placed = numbers.map((number, at) => number * scale + (at % 2 === 0 ? x : y));
      if (annotation !== undefined && placed.length > 0) set(annotation, key, context.obj(placed));
    }
  }
}

/** The paper that pages are put on. Margins in millimetres, 0 by default. */
export interface Paper {
  /** Default: that of each page. */
  readonly page_size?: keyof typeof pageSizes | undefined;
  /** Default: as each page. */
  readonly landscape?: boolean | undefined;
  readonly margin?: number | Readonly<Record<string, number | undefined>> | undefined;
}

/** Scales each page to a paper, in the middle of its margins. */
export function fitPages(file: PdfFile, { page_size, landscape, margin = 0 }: Paper): void {
  const side = (name: string): number =>
    (typeof margin === 'number' ? margin : (margin[name] ?? 0)) * POINTS_PER_MILLIMETRE;
  for (const page of file.document.getPages()) {
    const { width, height } = page.getSize();
    const [first, second] = page_size === undefined ? [width, height] : pageSizes[page_size];
    const [short, long] = [Math.min(first, second), Math.max(first, second)];
    const isWide = landscape ?? width > height;
    const [paperWidth, paperHeight] = isWide ? [long, short] : [short, long];
    const room = {
      width: Math.max(1, paperWidth - side('left') - side('right')),
      height: Math.max(1, paperHeight - side('top') - side('bottom')),
    };
    const scale = Math.min(room.width / width, room.height / height);
    placeContent(file, page, {
      scale,
      x: side('left') + (room.width - scale * width) / 2,
      y: side('bottom') + (room.height - scale * height) / 2,
    });
    page.setMediaBox(0, 0, paperWidth, paperHeight);
  }
}
