/** A character and where it stands, in points from the left. */
export interface Letter {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

const RTL = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;
const MARK = /^\p{M}$/u;
const ALEF_THEN_LAM = /^[\u0622\u0623\u0625\u0627]\u0644/;

/** Whether a character belongs to a script written from right to left. */
export const isRightToLeft = (text: string): boolean => RTL.test(text);

/** Whether a character stands on another, as vowel signs do. */
export const isMark = (text: string): boolean => MARK.test(text);

interface Glyph {
  text: string;
  readonly left: number;
  readonly right: number;
}

const distance = (one: Letter, other: Letter): number =>
  Math.abs(one.left + one.right - other.left - other.right);

/** A word written from right to left: its letters in the order in which they stand, marks after their letters. */
export function readFromRight(letters: readonly Letter[]): string {
  const glyphs: Glyph[] = [];
  for (const letter of letters) {
    const last = glyphs.at(-1);
    if (isMark(letter.text)) continue;
    // Letters of one glyph share its box.
    if (
      last !== undefined &&
      Math.abs(last.left - letter.left) < 0.01 &&
      Math.abs(last.right - letter.right) < 0.01
    )
      last.text += letter.text;
    else glyphs.push({ ...letter });
  }
  const bases = glyphs.length;
  for (const mark of letters) {
    if (!isMark(mark.text)) continue;
    let base = glyphs[0];
    for (const glyph of glyphs.slice(0, bases))
      if (base === undefined || distance(glyph, mark) < distance(base, mark)) base = glyph;
    if (base === undefined) glyphs.push({ ...mark });
    else base.text += mark.text;
  }
  return (
    glyphs
      .toSorted((a, b) => b.left + b.right - a.left - a.right)
      // One glyph of alef and lam is lam with alef: the other way round they make no ligature.
      .map(({ text }) => (ALEF_THEN_LAM.test(text) ? `${text[1]}${text[0]}${text.slice(2)}` : text))
      .join('')
  );
}
