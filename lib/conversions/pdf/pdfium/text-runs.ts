import { type RunStyle, styleOfFont, type TextRun } from '../layout/text-run.ts';
import { pageSpaceOf } from './page-space.ts';
import type { PdfiumDocument } from './pdfium-library.ts';

/** The text of a page: what is written across it, and what is turned on its side. */
export interface PdfiumPage {
  readonly width: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  readonly turned: readonly string[];
}

interface Look {
  readonly style: RunStyle;
  readonly size: number;
  /** Quarter turns of the letters as shown. */
  readonly turns: number;
}

// FXFONT flags (ISO 32000-1, table 123).
const FIXED_PITCH = 1;
const ITALIC = 64;
const FORCE_BOLD = 262_144;

/** How the letters of a font look; by its name, which every program sets, and its flags. */
function fontReader({ fn, readText }: PdfiumDocument): (font: number) => RunStyle {
  const known = new Map<number, RunStyle>();
  const getName = fn('FPDFFont_GetBaseFontName');
  const getFlags = fn('FPDFFont_GetFlags');
  return (font) => {
    const style = known.get(font);
    if (style !== undefined) return style;
    const flags = getFlags(font);
    const named = styleOfFont(readText('utf-8', (buffer, bytes) => getName(font, buffer, bytes)));
    const made: RunStyle = {
      ...named,
      ...((flags & FIXED_PITCH) !== 0 && flags !== -1 ? { mono: true } : {}),
      ...((flags & ITALIC) !== 0 && flags !== -1 ? { italic: true } : {}),
      ...((flags & FORCE_BOLD) !== 0 && flags !== -1 ? { bold: true } : {}),
    };
    known.set(font, made);
    return made;
  };
}

interface Letter {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

interface OpenRun {
  readonly look: Look;
  readonly letters: Letter[];
  readonly baseline: number;
  left: number;
  right: number;
}

const RTL = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;
const ALEF_THEN_LAM = /^[\u0622\u0623\u0625\u0627]\u0644$/;

/** A word written from right to left, its letters in the order in which they stand. */
function readFromRight(letters: readonly Letter[]): string {
  const glyphs: { text: string; left: number; right: number }[] = [];
  for (const letter of letters) {
    const last = glyphs.at(-1);
    // Letters of one glyph share its box.
    if (
      last !== undefined &&
      Math.abs(last.left - letter.left) < 0.01 &&
      Math.abs(last.right - letter.right) < 0.01
    )
      last.text += letter.text;
    else glyphs.push({ ...letter });
  }
  return (
    glyphs
      .toSorted((a, b) => b.left + b.right - a.left - a.right)
      // One glyph of alef and lam is always lam with alef: the other way round they make no ligature.
      .map(({ text }) => (ALEF_THEN_LAM.test(text) ? `${text[1]}${text[0]}` : text))
      .join('')
  );
}

const ASCENT = 0.76;

function toRun({ look, letters, baseline, left, right }: OpenRun): TextRun {
  const plain = letters.map((letter) => letter.text).join('');
  const isRtl = RTL.test(plain);
  const text = isRtl && !/[\p{N}A-Za-z]/u.test(plain) ? readFromRight(letters) : plain;
  const { size, style } = look;
  return { ...style, text, x: left, y: baseline - size * ASCENT, width: right - left, height: size, size };
}

const HYPHENS: readonly number[] = [0x2, 0xfffe, 0xad];

/**
 * The text of a page as runs of one look that stand in one line, each letter where it stands; nothing is lost but what
 * lies outside the page.
 */
export function runsOfPage(document: PdfiumDocument, index: number): PdfiumPage {
  const { fn, scratch, view } = document;
  const page = fn('FPDF_LoadPage')(document.handle, index);
  if (page === 0) return { width: 0, height: 0, runs: [], turned: [] };
  const textPage = fn('FPDFText_LoadPage')(page);
  const space = pageSpaceOf(document, page);
  const styleOf = fontReader(document);
  const getUnicode = fn('FPDFText_GetUnicode');
  const getObject = fn('FPDFText_GetTextObject');
  const getFont = fn('FPDFTextObj_GetFont');
  const getSize = fn('FPDFText_GetFontSize');
  const getMatrix = fn('FPDFText_GetMatrix');
  const getBox = fn('FPDFText_GetLooseCharBox');
  const getOrigin = fn('FPDFText_GetCharOrigin');
  const runs: TextRun[] = [];
  const turned: string[] = [];
  let aside = '';
  let open: OpenRun | undefined;
  let lastObject = 0;
  let look: Look = { style: {}, size: 0, turns: 0 };
  const flush = (): void => {
    if (open !== undefined && open.letters.some(({ text }) => text.trim() !== '')) {
      const run = toRun(open);
      if (run.x < space.width && run.x + run.width > 0 && run.y < space.height && run.y + run.height > 0)
        runs.push(run);
    }
    open = undefined;
  };
  const lookAt = (char: number): Look => {
    const size = getSize(textPage, char);
    getMatrix(textPage, char, scratch);
    const memory = view();
    const [a, b, c, d] = [0, 4, 8, 12].map((at) => memory.getFloat32(scratch + at, true));
    const scale = Math.hypot(c ?? 0, d ?? 1);
    const angle = Math.round(Math.atan2(b ?? 0, a ?? 1) / (Math.PI / 2));
    const font = lastObject === 0 ? 0 : getFont(lastObject);
    return {
      style: font === 0 ? {} : styleOf(font),
      size: Math.round(size * scale * 10) / 10 || 1,
      turns: (((space.turns - angle) % 4) + 4) % 4,
    };
  };
  const count = textPage === 0 ? 0 : fn('FPDFText_CountChars')(textPage);
  for (let char = 0; char < count; char += 1) {
    const code = getUnicode(textPage, char);
    if (code === 0 || code === 10 || code === 13) {
      flush();
      if (aside !== '' && !/\s$/.test(aside)) aside += ' ';
      continue;
    }
    const isSpace = code === 32 || code === 9 || code === 0xa0;
    const object = isSpace ? lastObject : getObject(textPage, char);
    if (object !== lastObject) {
      lastObject = object;
      look = lookAt(char);
    }
    const text = HYPHENS.includes(code) ? '-' : String.fromCodePoint(Math.min(code, 0x10ffff));
    if (look.turns !== 0) {
      flush();
      aside += text;
      continue;
    }
    if (isSpace) {
      if (open !== undefined) open.letters.push({ text: ' ', left: open.right, right: open.right });
      continue;
    }
    getBox(textPage, char, scratch);
    getOrigin(textPage, char, scratch + 16, scratch + 24);
    const memory = view();
    const one = space.toShown(memory.getFloat32(scratch, true), memory.getFloat32(scratch + 4, true));
    const other = space.toShown(memory.getFloat32(scratch + 8, true), memory.getFloat32(scratch + 12, true));
    const origin = space.toShown(
      memory.getFloat64(scratch + 16, true),
      memory.getFloat64(scratch + 24, true),
    );
    const left = Math.min(one.x, other.x);
    const right = Math.max(one.x, other.x);
    const isRtl = code > 0x58f && RTL.test(text);
    if (open !== undefined) {
      const gap = Math.max(left - open.right, open.left - right);
      const endsWord = open.letters.at(-1)?.text === ' ';
      const wasRtl = RTL.test(open.letters[0]?.text ?? '');
      const isOther =
        open.look.style !== look.style ||
        Math.abs(open.look.size - look.size) > 0.2 ||
        Math.abs(open.baseline - origin.y) > look.size * 0.12 ||
        gap > look.size * 0.9 ||
        (left < open.left - look.size * 0.9 && !(isRtl && wasRtl)) ||
        ((isRtl || wasRtl) && (endsWord || isRtl !== wasRtl));
      if (isOther) flush();
    }
    open ??= { look, letters: [], baseline: origin.y, left, right };
    open.letters.push({ text, left, right });
    open.left = Math.min(open.left, left);
    open.right = Math.max(open.right, right);
  }
  flush();
  if (aside.trim() !== '') turned.push(aside.trim());
  if (textPage !== 0) fn('FPDFText_ClosePage')(textPage);
  fn('FPDF_ClosePage')(page);
  return { width: space.width, height: space.height, runs, turned };
}
