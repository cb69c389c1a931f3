/** A character and its position, in points from the left. */
export interface Letter {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

const RTL = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;
const MARK = /^\p{M}$/u;
// Zero-width joiner and non-joiner.
const JOINER = /^[\u200c\u200d]$/;

/** Whether a character belongs to a script written from right to left. */
export const isRightToLeft = (text: string): boolean => RTL.test(text);

/** Whether a character is a combining mark, such as a vowel sign. */
export const isMark = (text: string): boolean => MARK.test(text);

/** Whether a character attaches to its neighbours: a mark or a joiner. */
export const isAttached = (text: string): boolean => isMark(text) || JOINER.test(text);

interface Glyph {
  text: string;
  readonly left: number;
  readonly right: number;
}

const distance = (one: Letter, other: Letter): number =>
  Math.abs(one.left + one.right - other.left - other.right);

const SAME_PLACE = 0.05;
// No glyph is an alef before a lam: where pdfium names them so, it has turned them.
const LAM_ALEF = /\u0644[\u0622\u0623\u0625\u0627]/;
const LEADING_MARKS = /^(\p{M}+)(\P{M})/u;

/**
 * Letters as glyphs. A glyph that stands for several letters has all of them in one place: pdfium, which turns what is
 * written from right to left, turns these letters too, where it has turned the line.
 */
function glyphsOf(letters: readonly Letter[]): Glyph[] {
  const glyphs: { texts: string[]; left: number; right: number }[] = [];
  for (const { text, left, right } of letters) {
    const last = glyphs.at(-1);
    if (last !== undefined && Math.abs(last.left - left) < SAME_PLACE) {
      last.texts.push(text);
      last.right = Math.max(last.right, right);
    } else glyphs.push({ texts: [text], left, right });
  }
  const whole = glyphs.map(({ texts, left, right }) => ({
    text: (LAM_ALEF.test(texts.join('')) ? texts : texts.toReversed())
      .join('')
      .replace(LEADING_MARKS, '$2$1'),
    left,
    right,
  }));
  // The second part of a ligature may bear the letters of all of it again.
  return whole.filter(
    ({ text, left, right }, at) =>
      text.length < 2 || right - left > SAME_PLACE || text !== whole[at - 1]?.text,
  );
}

// Maximum distance of a mark from its base, in widths of the base.
const BESIDE = 0.4;

const away = (mark: Glyph, base: Glyph): number => Math.max(0, base.left - mark.left, mark.left - base.right);

/** The base character of a mark: the preceding one, otherwise the nearest. */
function baseOf(mark: Glyph, before: Glyph | undefined, bases: readonly Glyph[]): Glyph | undefined {
  if (before !== undefined && away(mark, before) <= BESIDE * (before.right - before.left)) return before;
  let nearest = bases[0];
  for (const base of bases)
    if (nearest === undefined || distance(base, mark) < distance(nearest, mark)) nearest = base;
  const over = bases.find((base) => mark.left > base.left && mark.left < base.right);
  return over ?? nearest;
}

/**
 * A word written from right to left, its letters as pdfium names them: in the order in which they are read, but for
 * letters of one glyph and for marks named before the letters they stand on.
 */
export function readFromRight(letters: readonly Letter[]): string {
  const glyphs = glyphsOf(letters);
  const isBase = ({ text }: Glyph): boolean => !isMark(text.at(0) ?? '');
  const bases = glyphs.filter(isBase);
  const [first] = bases;
  if (first === undefined) return glyphs.map(({ text }) => text).join('');
  let before: Glyph | undefined;
  for (const glyph of glyphs) {
    if (isBase(glyph)) before = glyph;
    else {
      const base = baseOf(glyph, before, bases);
      if (base !== undefined) base.text += glyph.text;
    }
  }
  // Where pdfium has not turned them, they stand further and further to the right.
  const isTurned = first.left > (bases.at(-1)?.left ?? first.left) - SAME_PLACE;
  return (isTurned ? bases : bases.toReversed()).map(({ text }) => text).join('');
}
