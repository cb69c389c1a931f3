// Every control but tab and line ends; what is left is also what XML 1.0, 2.2 lets stand, but for two noncharacters.
const CONTROLS = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Text without controls, which no format shows and XML forbids, and with U+FFFD in place of halves of characters. */
export const cleanText = (text: string): string => text.replaceAll(CONTROLS, '').toWellFormed();

/** Text on one line, without controls. */
export const oneLine = (text: string): string => cleanText(text.replaceAll(/[\t-\r ]+/g, ' '));
