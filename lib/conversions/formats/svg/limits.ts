/** Maximum pixels of a drawing. resvg allocates four bytes for each, and four more for each group with an opacity. */
export const MAX_PIXELS = 50_000_000;
