import { pageSpaceOf } from '../../backends/pdfium/page-space.ts';
import type { PdfiumDocument } from '../../backends/pdfium/pdfium-document.ts';
import { hexColour } from '../../base/hex-colour.ts';
import type { Box } from '../../shared/geometry/box.ts';
import { objectReader, objectsOnPage, objectTypes, shownBox } from './text-runs/page-objects.ts';
import { colourReader } from './text-runs/page-scene.ts';

/** An area on the page as shown, in one colour: `#rrggbb`. */
export interface ColouredArea extends Box {
  readonly colour: string;
}

/** The colours of a page, in drawing order. */
export interface PageColours {
  /** Text that is not black. */
  readonly texts: readonly ColouredArea[];
  /** Filled shapes. */
  readonly fills: readonly ColouredArea[];
  /** Shapes that are thin or not filled. */
  readonly rules: readonly ColouredArea[];
}

// Maximum channel of black, of 255: print has several blacks.
const BLACK = 48;
// Minimum alpha of an area that counts, of 255.
const VISIBLE = 128;
// Minimum points of a side of a filled shape; smaller ones are rules.
const THICK = 4;
// Maximum share of the page that a filled shape covers; larger ones are the page's background.
const WHOLE_PAGE = 0.8;
// Maximum filled shapes of a page; more are a drawing.
const MAX_FILLS = 500;
// Maximum rules of a page.
const MAX_RULES = 3_000;
// FPDFPath_GetDrawMode (public/fpdf_edit.h).
const NO_FILL = 0;

/** Reads the colours of the text and of the filled shapes of a page. */
export function coloursOfPage(document: PdfiumDocument, page: number): PageColours {
  const { fn, scratch, results } = document;
  const space = pageSpaceOf(document, page);
  const { boxOf } = objectReader(document);
  const colourOf = colourReader(document);
  const strokeOf = colourReader(document, 'FPDFPageObj_GetStrokeColor');
  const getDrawMode = fn('FPDFPath_GetDrawMode');
  const isFilled = (path: number): boolean =>
    getDrawMode(path, scratch, scratch + 4) !== 0 && results().getInt32(0, true) !== NO_FILL;
  const texts: ColouredArea[] = [];
  const fills: ColouredArea[] = [];
  const rules: ColouredArea[] = [];
  for (const found of objectsOnPage(document, page)) {
    const { object, type } = found;
    const isText = type === objectTypes.text;
    if (!isText && type !== objectTypes.path) continue;
    const isStroked = !isText && !isFilled(object);
    const [red = 0, green = 0, blue = 0, alpha = 0] = (isStroked ? strokeOf : colourOf)(object) ?? [];
    if (alpha < VISIBLE || (isText && Math.max(red, green, blue) < BLACK)) continue;
    const box = boxOf(found);
    if (box === undefined) continue;
    const shown = shownBox(box, space);
    const { width, height } = shown;
    if (isStroked || (!isText && Math.min(width, height) < THICK)) {
      if (rules.length < MAX_RULES) rules.push({ ...shown, colour: hexColour([red, green, blue]) });
    } else if (isText || width * height <= space.width * space.height * WHOLE_PAGE)
      (isText ? texts : fills).push({ ...shown, colour: hexColour([red, green, blue]) });
  }
  return { texts, fills: fills.length > MAX_FILLS ? [] : fills, rules };
}
