import type { pdfReadOptions } from '../../backends/tesseract/ocr-options.ts';
import type { RoleRequest } from '../../engine/role.ts';

/** A request to read a PDF. */
export type PdfRequest = RoleRequest<typeof pdfReadOptions>;
