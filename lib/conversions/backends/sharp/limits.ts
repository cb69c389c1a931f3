/**
 * Limit on pixels in memory, over all frames read together: 400 MB at four bytes each. A3 at 600 dpi has 70 million.
 */
export const MAX_IMAGE_PIXELS = 100_000_000;

/** Limit on the pages of a TIFF or the frames of an animation. */
export const MAX_FRAMES = 1000;
