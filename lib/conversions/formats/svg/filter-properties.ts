// The property, or its name in front of a comment, which CSS allows before the colon.
const PROPERTY = /\bfilter\s*(?::|\/\*)/gi;

/** Whether a style or style sheet sets the `filter` property. CSS escapes must be decoded already. */
export const styleHasFilter = (css: string): boolean => css.search(PROPERTY) >= 0;

/** A style or style sheet whose filters have no effect: the property gets a name that no renderer knows. */
export const withoutFilters = (css: string): string => css.replaceAll(PROPERTY, 'left-out-$&');

/** The warning for a drawing that is made without its filters. */
export const FILTERS_LEFT_OUT =
  'Filters of the SVG, such as blurs and shadows, were left out: they cannot be drawn at this size or place.';
