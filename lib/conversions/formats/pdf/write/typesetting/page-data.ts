import type * as z from 'zod';
import { oneLine } from '../../../../document/clean-text.ts';
import type { Paper } from '../../../../document/document-tree.ts';
import type { documentPageOptions } from '../../../../engine/options.ts';
import { POINTS_PER_MILLIMETRE, paperOf } from '../../../../engine/page-setup.ts';

const DEFAULT_MARGIN = 20 * POINTS_PER_MILLIMETRE;
// Two characters fit side by side, whatever the margins are.
const MIN_ROOM = 72;

/** A part of a page header or footer. */
type PagePart = 'page' | 'pages' | { readonly text: string };

/** A page header or footer. `number` appends the page number. */
interface PageLine {
  readonly parts: readonly PagePart[];
  readonly number: boolean;
}

/** Page settings for the template. Lengths in points. */
export interface PageData {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
  readonly header: PageLine | null;
  readonly footer: PageLine | null;
}

/** Page options. An undefined one follows the document. */
type PageOptions = Omit<z.output<typeof documentPageOptions>, 'toc' | 'pdf_standard'>;

function partsOf(text: string, title: string): PagePart[] {
  return oneLine(text)
    .split(/(\{(?:page|pages|title)\})/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part === '{page}') return 'page';
      if (part === '{pages}') return 'pages';
      return { text: part === '{title}' ? title : part };
    });
}

/** Margins that leave room for text, in points. */
function clampedMargins(low: number, high: number, length: number): [number, number] {
  const most = Math.max(0, length - MIN_ROOM);
  const scale = low + high > most ? most / (low + high) : 1;
  return [low * scale, high * scale];
}

/** Page settings from parsed options, a document's title and its paper. */
export function pageData(options: PageOptions, title: string, paper?: Paper): PageData {
  const { margin, header, footer, page_numbers = true } = options;
  const { width, height } = paperOf(options, paper);
  const side = (name: 'top' | 'right' | 'bottom' | 'left'): number => {
    const given = typeof margin === 'number' ? margin : margin?.[name];
    return given === undefined ? DEFAULT_MARGIN : given * POINTS_PER_MILLIMETRE;
  };
  const [left, right] = clampedMargins(side('left'), side('right'), width);
  const [top, bottom] = clampedMargins(side('top'), side('bottom'), height);
  const headerParts = partsOf(header ?? '', title);
  const footerParts = partsOf(footer ?? '', title);
  const isNumbered = [...headerParts, ...footerParts].some((part) => part === 'page');
  const number = page_numbers && !isNumbered;
  return {
    width,
    height,
    top,
    right,
    bottom,
    left,
    header: headerParts.length > 0 ? { parts: headerParts, number: false } : null,
    footer:
      footerParts.length > 0
        ? { parts: footerParts, number }
        : number
          ? { parts: ['page'], number: false }
          : null,
  };
}
