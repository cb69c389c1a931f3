/** Maximum pages with text recognition in one job: 5 minutes of work. */
export const MAX_OCR_PAGES = 300;
