/** C0 and C1 controls, which terminals execute, and what reorders a line or breaks it: bidirectional controls, U+2028 and U+2029. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Replaces each character that could control a terminal or disguise a name by U+FFFD, also line breaks. */
export const printable = (text: string): string => text.replaceAll(UNPRINTABLE, '\ufffd');

/** The same for text of several lines, whose line feeds stay. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** A value as JSON that a terminal displays as it is: such characters are escaped, so that programs read them unchanged. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replaceAll(UNPRINTABLE, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
