// All control characters but tab and line ends, and U+FFFE and U+FFFF. XML 1.0, 2.2 allows everything else.
const CONTROLS = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Removes control characters, which XML forbids and no format displays, and replaces lone surrogates with U+FFFD. */
export const cleanText = (text: string): string => text.replaceAll(CONTROLS, '').toWellFormed();

/** Joins text into one line and removes control characters. */
export const oneLine = (text: string): string => cleanText(text.replaceAll(/[\t-\r ]+/g, ' '));
