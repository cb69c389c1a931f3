import type { RoleRequest } from '../../engine/role.ts';
import type { pdfReadOptions } from './read-options.ts';

/** A request to read a PDF. */
export type PdfRequest = RoleRequest<typeof pdfReadOptions>;
