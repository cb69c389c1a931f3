/** Maximum pages of one PDF read in one job. */
export const MAX_PDF_PAGES = 5000;

/** Maximum pixels of one page. A3 at 600 dpi has 70 million, for which PDFium needs 280 MB. */
export const MAX_PAGE_PIXELS = 72_000_000;

/** Maximum pages rendered in one job. */
export const MAX_DRAWN_PAGES = 1000;

/** Minimum and maximum side of a page in points (ISO 32000-1, annex C.2; ISO 19005-2, 6.1.13). */
export const MIN_SIDE = 3;
export const MAX_SIDE = 14_400;
