/** Maximum width and height of a page in points (PDF 1.7, annex C). Longer distances in a document are damage. */
export const MAX_LENGTH = 14_400;

/** Rounds a length to hundredths of a point. */
export const roundLength = (length: number): number => Math.round(length * 100) / 100;

/** Limits a length to `least` and {@link MAX_LENGTH} and rounds it. Returns 0 if it is undefined or not finite. */
export const clampedLength = (length: number | undefined, least = 0): number =>
  length === undefined || !Number.isFinite(length)
    ? 0
    : roundLength(Math.min(MAX_LENGTH, Math.max(least, length)));
