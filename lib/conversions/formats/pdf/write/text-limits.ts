/** Maximum characters that PDFKit typesets. */
export const MAX_PDFKIT_CHARACTERS = 10_000_000;

/** Maximum characters that Typst typesets. */
export const MAX_TYPST_CHARACTERS = 2_000_000;
