/** Extract formats of text with blocks. */
export const textExtracts = ['text', 'structured', 'metadata'] as const;

/** An extract format of text with blocks. */
export type TextExtract = (typeof textExtracts)[number];
