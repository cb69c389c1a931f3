// Plain numbers, because a comparison of integers is the fastest and a cursor returns one for each tag.

/** The end of the part. */
export const XML_END = 0;
/** A start tag. */
export const XML_OPEN = 1;
/** An end tag. */
export const XML_CLOSE = 2;
/** An empty-element tag: no end tag follows. */
export const XML_EMPTY = 3;
