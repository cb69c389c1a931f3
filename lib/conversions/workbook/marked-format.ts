/** A token of a format code. */
export interface FormatToken {
  readonly type: string;
  /** The token as it is in the code. */
  readonly raw: string;
}

/** A format code with marks for what the library cannot display, and the function that replaces them in the result. */
export interface MarkedFormat {
  readonly code: string;
  readonly fill: (shown: string, value: number) => string;
}

// The private use area, whose characters no program writes into format codes.
const FIRST_MARK = 0xe000;

/** The character that marks the place with this number. */
export const markOf = (index: number): string => String.fromCharCode(FIRST_MARK + index);
