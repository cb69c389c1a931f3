/** Maximum pages with text recognition in one job: an hour of processor time. */
export const MAX_OCR_PAGES = 1000;
