/** Maximum cells of a workbook that becomes a document. Document writers need about a kilobyte per cell. */
export const MAX_SHOWN_CELLS = 1_000_000;
