/** English Metric Units, in which drawings are measured, of a point. ECMA-376 part 1, 20.1.2.1. */
export const EMU_PER_POINT = 12_700;
