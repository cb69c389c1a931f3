const RTL = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/gu;
const LETTER = /\p{L}/gu;

/** Share of letters that belong to scripts written from right to left, 0 to 1. */
export function rightToLeftShare(text: string): number {
  const letters = text.match(LETTER)?.length ?? 0;
  return letters === 0 ? 0 : (text.match(RTL)?.length ?? 0) / letters;
}
