import { type PageCharacters, readCharacters } from '../../../backends/pdfium/page-characters.ts';
import type { PageSpace } from '../../../backends/pdfium/page-space.ts';
import { withTextPage } from '../../../backends/pdfium/pages.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import { appendAll } from '../../../base/arrays.ts';
import type { HiddenText } from '../../../document/document-model.ts';
import { mainTurns, turnBack, turnedSize, turnPointBack } from '../../../shared/geometry/quarter-turns.ts';
import type { Drawing } from '../../../shared/page-layout/drawing.ts';
import { isPageNumber } from '../../../shared/page-layout/running-lines.ts';
import { linesAside, makeLine, rowsOf } from '../../../shared/page-layout/text-line.ts';
import type { RunStyle, TextRun } from '../../../shared/page-layout/text-run.ts';
import { verticalLines } from '../../../shared/page-layout/vertical-lines.ts';
import { turnDrawingBack } from '../../../shared/page-tables/turned-page.ts';
import { edgeArtifacts, markReader } from './artifacts.ts';
import { kindOf, kinds, kindsAmong, NOT_PLAIN } from './character-kinds.ts';
import { fontReader } from './font-styles.ts';
import { type TextVisibility, textVisibility } from './hidden-text.ts';
import { WORD_GAP } from './letter-spacing.ts';
import { losesText } from './lost-text.ts';
import { drawingsOf } from './page-drawings.ts';
import type { PageBox } from './page-objects.ts';
import { inReadingOrder } from './right-to-left-order.ts';
import { runBuilder, type TextStyle } from './run-builder.ts';
import { type SlantedText, slantedTexts, straightened } from './slanted-text.ts';
import { strikes, struckCharacters } from './struck-text.ts';
import { texCharacters } from './tex-characters.ts';

/** Text that cannot be seen. */
export interface HiddenRun extends TextRun {
  readonly reason: HiddenText['reason'];
}

/** The text of a page, rotated so that most of it is upright. */
export interface PdfiumPage {
  readonly width: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  /** Lines at right angles to the rest. */
  readonly aside: readonly TextRun[];
  /** The texts of `aside` by character, with their turns, where they are on the page. */
  readonly turned: readonly TextRun[];
  /** The shapes on the page. Empty if they are not needed. */
  readonly drawings: readonly Drawing[];
  /** Text that cannot be seen. It is not in `runs` and `aside`. */
  readonly hidden: readonly HiddenRun[];
  /** Text of our watermarks. It is not in `runs` and `aside` either. */
  readonly watermarks: readonly TextRun[];
  /** Whether it shows text in a font that is not in the file and of which PDFium returns no character. */
  readonly losesText: boolean;
  /** The origin of page space on the page as shown. */
  readonly origin: { readonly x: number; readonly y: number };
  /** Clockwise quarter turns that were undone. */
  readonly turns: number;
  /** Whether anything but text and images is drawn. */
  readonly hasDrawings: boolean;
  /** Whether the page is displayed rotated (ISO 32000-1, table 30, Rotate). */
  readonly isTurned: boolean;
}

const HYPHEN = 0x2d;
// What fonts may encode in their own way: TeX's, and those that are not in the file.
const OF_FONT = kinds.control | kinds.accent | kinds.glyph;
const recognized: RunStyle = { isRecognized: true };

// The same after a text object without characters: narrow spaces of small fonts, rounded to pixels.
const LOST_GAP = 0.1;
// Maximum gap between a sign and a word that touch, in font sizes.
const TOUCHING = 0.06;
const SIGN = /[^\p{L}\p{M}\p{N}]/u;
// Minimum difference of an angle from a right one in radians; scans are less askew.
const MIN_SLANT = Math.PI / 12;
// Maximum font size in points; larger ones come from broken matrices.
const MAX_SIZE = 2000;

/** Returns the style of a text object, from one of its characters. */
function styleReader(
  document: PdfiumDocument,
  { sizes, objects, indexes }: PageCharacters,
  textPage: number,
  turns: number,
) {
  const { fn, scratch, results } = document;
  const getMatrix = fn('FPDFText_GetMatrix');
  const getFont = fn('FPDFTextObj_GetFont');
  const styleOf = fontReader(document);
  return (char: number): TextStyle => {
    getMatrix(textPage, indexes?.[char] ?? char, scratch);
    const matrix = results();
    const at = (index: number): number => matrix.getFloat32(index * 4, true);
    const scale = Math.hypot(at(2), at(3));
    const exact = Math.atan2(at(1), at(0));
    const angle = Math.round(exact / (Math.PI / 2));
    const isSlanted = Math.abs(exact - (angle * Math.PI) / 2) > MIN_SLANT;
    const object = objects[char] ?? 0;
    const font = object === 0 ? 0 : getFont(object);
    const size = Math.round((sizes[char] ?? 0) * scale * 10) / 10;
    return {
      font: font === 0 ? {} : styleOf(font),
      size: Number.isFinite(size) && size > 0 ? Math.min(size, MAX_SIZE) : 1,
      turns: (((turns - angle) % 4) + 4) % 4,
      ...(isSlanted ? { slant: exact - (turns * Math.PI) / 2 } : {}),
    };
  };
}

/** Interns styles with a property more: a run ends where the identity of its style changes. */
function stylesWith<Key extends 'mark' | 'strike'>(key: Key) {
  type Value = NonNullable<RunStyle[Key]>;
  const known = new Map<RunStyle, Map<Value, RunStyle>>();
  return (style: RunStyle, value: Value): RunStyle => {
    const byValue = known.get(style) ?? new Map<Value, RunStyle>();
    known.set(style, byValue);
    const made = byValue.get(value) ?? { ...style, [key]: value };
    byValue.set(value, made);
    return made;
  };
}

/**
 * Returns the text objects that follow one without characters. PDFium leaves out a space that is an object of its own, as Chromium
 * writes it where it rounds positions to pixels, and infers only wide ones from gaps.
 */
function afterLostSpaces(
  texts: TextVisibility['texts'],
  { objects, count }: PageCharacters,
): ReadonlySet<number> {
  const seen = new Set<number>();
  for (let char = 0, last = 0; char < count; char += 1) {
    const object = objects[char] ?? 0;
    if (object !== last) seen.add(object);
    last = object;
  }
  const found = new Set<number>();
  if (seen.size >= texts.size) return found;
  let isLost = false;
  for (const object of texts.keys()) {
    const isSeen = seen.has(object);
    if (isSeen && isLost) found.add(object);
    isLost = !isSeen;
  }
  return found;
}

/** A character upright, in points from the top left. */
interface Placed {
  left: number;
  right: number;
  baseline: number;
}

/** Returns the places of characters. Each call overwrites the last result. */
function placeReader(
  { fn, scratch, results }: PdfiumDocument,
  { lefts, tops, rights, bottoms, indexes }: PageCharacters,
  textPage: number,
  space: PageSpace,
): (char: number, turns: number, isFirst: boolean) => Placed {
  const getOrigin = fn('FPDFText_GetCharOrigin');
  const origin = space.toShown(0, 0);
  const place: Placed = { left: 0, right: 0, baseline: 0 };
  const turned = (char: number, turns: number): Placed => {
    const upright = (x: number, y: number) => turnPointBack(space.toShown(x, y), turns, space);
    const one = upright(lefts[char] ?? 0, tops[char] ?? 0);
    const other = upright(rights[char] ?? 0, bottoms[char] ?? 0);
    getOrigin(textPage, indexes?.[char] ?? char, scratch, scratch + 8);
    place.left = Math.min(one.x, other.x);
    place.right = Math.max(one.x, other.x);
    place.baseline = upright(results().getFloat64(0, true), results().getFloat64(8, true)).y;
    return place;
  };
  return (char, turns, isFirst) => {
    if (turns !== 0 || space.turns !== 0) return turned(char, turns);
    const left = lefts[char] ?? 0;
    const right = rights[char] ?? 0;
    // Characters of a text object that are level have one baseline.
    if (isFirst || bottoms[char] !== bottoms[char - 1]) {
      getOrigin(textPage, indexes?.[char] ?? char, scratch, scratch + 8);
      place.baseline = origin.y - results().getFloat64(8, true);
    }
    place.left = origin.x + (left < right ? left : right);
    place.right = origin.x + (left < right ? right : left);
    return place;
  };
}

/** Reads runs by rotation in quarter turns, and hidden runs. */
function readRuns(
  document: PdfiumDocument,
  textPage: number,
  characters: PageCharacters,
  seen: number,
  space: PageSpace,
  { isRecognized, whyHidden, texts: objectsOfText }: TextVisibility,
  { keepsHidden, needsStructure, needsMarks }: Required<RunOptions>,
  struck: Uint8Array | undefined,
): Pick<PdfiumPage, 'hidden' | 'watermarks'> & {
  readonly byTurns: TextRun[][];
  readonly slanted: readonly SlantedText[];
} {
  const { codes, objects, lefts, rights, bottoms, modes } = characters;
  const styleAt = styleReader(document, characters, textPage, space.turns);
  const placeOf = placeReader(document, characters, textPage, space);
  const byTurns: TextRun[][] = [[], [], [], []];
  const hidden = new Map<HiddenText['reason'], TextRun[]>();
  const watermarks: TextRun[] = [];
  const mayBeNumber = needsStructure ? undefined : edgeArtifacts(document, space, objectsOfText);
  const numbers: TextRun[] = [];
  const markOf = needsMarks ? markReader(document) : undefined;
  const marked = stylesWith('mark');
  const struckOut = stylesWith('strike');
  let lastObject = -1;
  let style: TextStyle = { font: {}, size: 1, turns: 0 };
  let ownFont = style.font;
  let list = byTurns[0] ?? [];
  const builder = runBuilder(list, needsStructure);
  const slanted = slantedTexts();
  const shownOrigin = (char: number) => {
    document.fn('FPDFText_GetCharOrigin')(
      textPage,
      characters.indexes?.[char] ?? char,
      document.scratch,
      document.scratch + 8,
    );
    const view = document.results();
    return space.toShown(view.getFloat64(0, true), view.getFloat64(8, true));
  };
  const texts: ReadonlyMap<number, string> =
    (seen & OF_FONT) === 0 ? new Map() : texCharacters(document, characters);
  // The end of the last character, and whether part of a composed character was skipped after it, with PDFium's spaces.
  let [end, isAfterPart] = [0, false];
  const afterLost = afterLostSpaces(objectsOfText, characters);
  // The end of the last character, if no space follows it.
  let before: number | undefined;
  let isAfterEnd = false;
  // On pages with right-to-left text, PDFium puts spaces between words and signs that touch them.
  const mayMisplace = (seen & kinds.rightToLeftBlock) !== 0;
  let pendingSpace: number | undefined;
  // Most pages: characters differ only by their code and place.
  const isSimple = texts.size === 0 && struck === undefined && !mayMisplace && space.turns === 0;
  const origin = space.toShown(0, 0);
  let last = { char: 0, left: 0, right: 0 };
  for (let char = 0; char < characters.count; char += 1) {
    const code = codes[char] ?? 0;
    const own = texts.size === 0 ? undefined : texts.get(char);
    if (own === '') {
      isAfterPart = true;
      continue;
    }
    const kind = kindOf(code);
    if (own === undefined && (kind & kinds.lineEnd) !== 0) {
      // PDFium ends a line before each text object of a line that is not level.
      if (style.turns % 2 === 1) {
        isAfterEnd = true;
        continue;
      }
      builder.flush();
      pendingSpace = undefined;
      before = undefined;
      continue;
    }
    if (own === ' ' || (own === undefined && (kind & kinds.space) !== 0)) {
      if (style.slant !== undefined) slanted.addSpace();
      const width = Math.abs((rights[char] ?? 0) - (lefts[char] ?? 0));
      if (mayMisplace) pendingSpace = width;
      else builder.addSpace(width);
      before = undefined;
      continue;
    }
    const object = objects[char] ?? 0;
    const isFirst = object !== lastObject;
    if (isFirst) {
      lastObject = object;
      style = styleAt(char);
      const mode = modes[char] ?? 0;
      // The font of recognized text is arbitrary, often monospaced.
      if (object !== 0 && isRecognized(object, mode)) style = { ...style, font: recognized };
      const mark = object === 0 ? undefined : markOf?.(objectsOfText.get(object) ?? { object, forms: [] });
      if (mark !== undefined) style = { ...style, font: marked(style.font, mark) };
      ownFont = style.font;
      const isWatermark = objectsOfText.get(object)?.artifact === 'Watermark';
      const isNumber =
        !isWatermark &&
        style.turns === 0 &&
        object !== 0 &&
        mayBeNumber?.(object, lefts[char] ?? 0, bottoms[char] ?? 0) === true;
      const reason = keepsHidden || isWatermark ? undefined : whyHidden(object, mode, style.size);
      const next = isWatermark
        ? watermarks
        : ((reason !== undefined ? hidden.get(reason) : isNumber ? numbers : byTurns[style.turns]) ?? []);
      if (reason !== undefined) hidden.set(reason, next);
      if (next !== list) builder.collectIn(next);
      list = next;
    }
    if (struck !== undefined) {
      if (struck[char] === strikes.sign) continue;
      const font = struck[char] === strikes.struck ? struckOut(ownFont, true) : ownFont;
      if (style.font !== font) style = { ...style, font };
    }
    if (style.slant !== undefined && list === byTurns[style.turns]) {
      slanted.add(own ?? String.fromCodePoint(code), style.font, style.size, shownOrigin(char), style.slant);
      continue;
    }
    const { left, right, baseline } = placeOf(char, style.turns, isFirst);
    if (pendingSpace !== undefined) {
      const gap = Math.min(Math.abs(left - last.right), Math.abs(last.left - right));
      const isSign = [code, codes[last.char] ?? 0].some((each) => SIGN.test(String.fromCodePoint(each)));
      if (!isSign || gap > style.size * TOUCHING) builder.addSpace(pendingSpace);
      pendingSpace = undefined;
    }
    if (before !== undefined && (isAfterEnd || (isFirst && !mayMisplace && afterLost.has(object)))) {
      if (left - before > style.size * LOST_GAP) builder.addSpace(0);
    }
    isAfterEnd = false;
    before = right;
    if (mayMisplace) last = { char, left, right };
    if (own === undefined && !isAfterPart && (kind & NOT_PLAIN) === 0) {
      builder.addPlain(style, (kind & kinds.hyphen) === 0 ? code : HYPHEN, left, right, baseline);
      end = right;
      if (isSimple && style.turns === 0) {
        char = builder.continuePlain(characters, char + 1, origin.x) - 1;
        const isSpace = (kindOf(codes[char] ?? 0) & kinds.space) !== 0;
        before = isSpace ? undefined : origin.x + Math.max(lefts[char] ?? 0, rights[char] ?? 0);
      }
      continue;
    }
    const text = own ?? String.fromCodePoint((kind & kinds.hyphen) === 0 ? code : HYPHEN);
    if (isAfterPart && left - end > style.size * WORD_GAP) builder.addSpace(0);
    builder.add(style, { text, left, right }, baseline);
    [end, isAfterPart] = [right, false];
  }
  builder.flush();
  for (const line of rowsOf(numbers))
    if (!isPageNumber(makeLine(line, false).text)) appendAll(byTurns[0] ?? [], line);
  return {
    byTurns,
    slanted: slanted.texts,
    watermarks,
    hidden: [...hidden].flatMap(([reason, runs]) => runs.map((run) => ({ ...run, reason }))),
  };
}

/** Options of {@link runsOfPage}. */
export interface RunOptions {
  /** Whether hidden text is among the runs. */
  readonly keepsHidden: boolean;
  /** Whether structure is needed: what is struck through, the places of words, and shapes. Takes long. */
  readonly needsStructure?: boolean;
  /** Whether runs have the marks by which the file tags them. */
  readonly needsMarks?: boolean;
}

/**
 * Returns the text of a loaded page as runs, each in one style on one line. Undefined if PDFium cannot read it.
 *
 * @param struck the areas of the page that annotations strike through
 */
export function runsOfPage(
  document: PdfiumDocument,
  page: number,
  { keepsHidden, needsStructure = false, needsMarks = false }: RunOptions,
  struck: readonly PageBox[],
): PdfiumPage | undefined {
  const read = withTextPage(document, page, (textPage, space) => {
    const read = readCharacters(document, textPage);
    const seen = kindsAmong(read);
    const isOrdered = document.ordersRightToLeft || (seen & kinds.rightToLeftBlock) === 0;
    const characters = isOrdered ? read : inReadingOrder(document, textPage, read);
    const visibility = textVisibility(document, page, space);
    const { hasDrawings, paths } = visibility;
    const drawings = needsStructure && hasDrawings ? drawingsOf(document, paths, space) : [];
    return {
      space,
      hasDrawings,
      losesText: losesText(document, visibility.texts, characters),
      drawings,
      ...readRuns(
        document,
        textPage,
        characters,
        seen,
        space,
        visibility,
        { keepsHidden, needsStructure, needsMarks },
        needsStructure ? struckCharacters(characters, drawings, struck, space) : undefined,
      ),
    };
  });
  if (read === undefined) return undefined;
  const { space, hidden, watermarks } = read;
  const [upright = [], ...turned] = read.byTurns;
  const vertical = verticalLines(upright, space);
  const byTurns = [vertical.others, [...(turned[0] ?? []), ...vertical.lines], ...turned.slice(1)];
  const turns = mainTurns(byTurns);
  const { width, height } = turnedSize(space, turns);
  const sizes = byTurns.map((_, each) => turnedSize(space, each));
  const isOnPage = (run: TextRun, each: number): boolean => {
    const size = sizes[each] ?? space;
    return run.x < size.width && run.x + run.width > 0 && run.y < size.height && run.y + run.height > 0;
  };
  const shown = keepsHidden
    ? byTurns
    : byTurns.map((runs, each) => runs.filter((run) => isOnPage(run, each)));
  const beyond = keepsHidden
    ? []
    : byTurns.flatMap((runs, each) => runs.filter((run) => !isOnPage(run, each)));
  const asideOf = (place: (runs: readonly TextRun[], by: number, each: number) => readonly TextRun[]) =>
    shown.flatMap((runs, each) => (each === turns ? [] : place(runs, (each - turns + 4) % 4, each)));
  const slanted = read.slanted.map((text) => straightened(text, turns, space));
  const byCharacter = asideOf((runs, by, each) =>
    runs.map((run) => ({ ...run, ...turnBack(run, 4 - by, turnedSize(space, each)), turns: by })),
  );
  return {
    width,
    height,
    runs: shown[turns] ?? [],
    aside: [...asideOf((runs, by) => linesAside(runs, by, { width, height })), ...slanted],
    turned: [...byCharacter, ...slanted],
    origin: space.toShown(0, 0),
    drawings: read.drawings.map((drawing) => turnDrawingBack(drawing, turns, space)),
    hidden: [...hidden, ...beyond.map((run) => ({ ...run, reason: 'off_page' as const }))],
    watermarks,
    turns,
    hasDrawings: read.hasDrawings,
    losesText: read.losesText,
    isTurned: space.turns !== 0,
  };
}
