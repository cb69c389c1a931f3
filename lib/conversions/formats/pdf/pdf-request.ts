import type { RoleRequest } from '../../engine/role.ts';
import type { pdfReadOptions } from './read-options.ts';

/** A request to read a PDF, which is read by target: pages are slow to read, so each target has its own parts. */
export type PdfRequest = Omit<RoleRequest<typeof pdfReadOptions>, 'needs'>;
