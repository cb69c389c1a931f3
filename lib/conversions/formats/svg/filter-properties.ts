// The property name before its colon, or before a comment, which CSS allows there.
const PROPERTY = /\bfilter\s*(?::|\/\*)/gi;

/** Whether a style or style sheet sets the `filter` property. CSS escapes must be decoded first. */
export const styleHasFilter = (css: string): boolean => css.search(PROPERTY) >= 0;

/** Disables the filters of a style or style sheet by renaming the property. */
export const withoutFilters = (css: string): string => css.replaceAll(PROPERTY, 'left-out-$&');

/** Warning for a drawing rendered without its filters. */
export const FILTERS_LEFT_OUT =
  'SVG filters such as blurs and shadows were left out: they cannot be rendered at this size or position.';
