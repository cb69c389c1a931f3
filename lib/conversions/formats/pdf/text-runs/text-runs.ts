import type { Punctuation } from '../../../backends/liteparse/original-punctuation.ts';
import type { PageSpace } from '../../../backends/pdfium/page-space.ts';
import { withTextPage } from '../../../backends/pdfium/pages.ts';
import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import { isRightToLeftCode } from '../../../base/right-to-left.ts';
import type { HiddenText } from '../../../document/document-model.ts';
import { mainTurns, turnBack, turnedSize, turnPointBack } from '../../../shared/geometry/quarter-turns.ts';
import { linesAside } from '../../../shared/page-layout/text-line.ts';
import type { RunStyle, TextRun, TextTag } from '../../../shared/page-layout/text-run.ts';
import { verticalLines } from '../../../shared/page-layout/vertical-lines.ts';
import { fontReader } from './font-styles.ts';
import { type TextVisibility, textVisibility } from './hidden-text.ts';
import { pagePunctuation } from './page-punctuation.ts';
import { tagReader } from './page-tags.ts';
import { runBuilder, type TextStyle } from './run-builder.ts';
import { codesOf, TEX_SHARE, texCharacters } from './tex-characters.ts';

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
  /** Text that is not upright on the page as shown, where it is there. */
  readonly turned: readonly TextRun[];
  /** Dashes and quotation marks, on the page as shown. */
  readonly punctuation: readonly Punctuation[];
  /** Text that cannot be seen. It is not in `runs` and `aside`. */
  readonly hidden: readonly HiddenRun[];
  /** Clockwise quarter turns that were undone. */
  readonly turns: number;
  /** Whether TeX's fonts encode some of its characters in their own way. */
  readonly isOfTex: boolean;
  /** Whether the page is displayed rotated (ISO 32000-1, table 30, Rotate). */
  readonly isTurned: boolean;
}

// PDFium's characters for a hyphen at a line end.
const HYPHENS: readonly number[] = [0x2, 0xfffe, 0xad];
const LINE_ENDS: readonly number[] = [0, 10, 13];
const recognized: RunStyle = { isRecognized: true };
const SPACES: readonly number[] = [32, 9, 0xa0];

// Minimum gap between words, in font sizes.
const WORD_GAP = 0.15;
// Maximum font size in points; larger ones come from broken matrices.
const MAX_SIZE = 2000;

type Readers = ReturnType<typeof readersOf>;

const readersOf = (document: PdfiumDocument) => ({
  getObject: document.fn('FPDFText_GetTextObject'),
  getFont: document.fn('FPDFTextObj_GetFont'),
  getSize: document.fn('FPDFText_GetFontSize'),
  getMatrix: document.fn('FPDFText_GetMatrix'),
  getBox: document.fn('FPDFText_GetLooseCharBox'),
  getOrigin: document.fn('FPDFText_GetCharOrigin'),
  styleOf: fontReader(document),
});

function styleAt(
  document: PdfiumDocument,
  readers: Readers,
  textPage: number,
  char: number,
  object: number,
  space: PageSpace,
): TextStyle {
  const { scratch, results } = document;
  readers.getMatrix(textPage, char, scratch);
  const at = (index: number): number => results().getFloat32(index * 4, true);
  const scale = Math.hypot(at(2), at(3));
  const angle = Math.round(Math.atan2(at(1), at(0)) / (Math.PI / 2));
  const font = object === 0 ? 0 : readers.getFont(object);
  const size = Math.round(readers.getSize(textPage, char) * scale * 10) / 10;
  return {
    font: font === 0 ? {} : readers.styleOf(font),
    size: Number.isFinite(size) && size > 0 ? Math.min(size, MAX_SIZE) : 1,
    turns: (((space.turns - angle) % 4) + 4) % 4,
  };
}

/** Interns pairs of style and tag: a run ends where the identity of its style changes. */
function taggedStyles(): (style: RunStyle, tag: TextTag) => RunStyle {
  const known = new Map<RunStyle, Map<TextTag, RunStyle>>();
  return (style, tag) => {
    const byTag = known.get(style) ?? new Map<TextTag, RunStyle>();
    known.set(style, byTag);
    const made = byTag.get(tag) ?? { ...style, tag };
    byTag.set(tag, made);
    return made;
  };
}

/** Reads runs by rotation in quarter turns, and hidden runs. */
function readCharacters(
  document: PdfiumDocument,
  textPage: number,
  codes: readonly number[],
  space: PageSpace,
  { isRecognized, whyHidden }: TextVisibility,
  keepsHidden: boolean,
  tagOf: ReturnType<typeof tagReader>,
): Pick<PdfiumPage, 'hidden' | 'punctuation' | 'isOfTex'> & { readonly byTurns: TextRun[][] } {
  const { scratch, results } = document;
  const readers = readersOf(document);
  const builders = [runBuilder(), runBuilder(), runBuilder(), runBuilder()];
  const hidden = new Map<HiddenText['reason'], ReturnType<typeof runBuilder>>();
  const tagged = taggedStyles();
  let lastObject = -1;
  let style: TextStyle = { font: {}, size: 1, turns: 0 };
  let builder = builders[0];
  const float = (at: number): number => results().getFloat32(at, true);
  const texts = texCharacters(document, textPage, codes);
  // The end of the last character, and whether part of a composed character was skipped after it, with PDFium's spaces.
  let [end, isAfterPart] = [0, false];
  for (const [char, code] of codes.entries()) {
    const own = texts.get(char);
    if (own === '') {
      isAfterPart = true;
      continue;
    }
    if (own === undefined && LINE_ENDS.includes(code)) {
      builder?.flush();
      continue;
    }
    if (SPACES.includes(code)) {
      builder?.addSpace(() => {
        readers.getBox(textPage, char, scratch);
        return Math.abs(float(8) - float(0));
      });
      continue;
    }
    const object = readers.getObject(textPage, char);
    if (object !== lastObject) {
      lastObject = object;
      style = styleAt(document, readers, textPage, char, object, space);
      // The font of recognized text is arbitrary, often monospaced.
      if (object !== 0 && isRecognized(object)) style = { ...style, font: recognized };
      const tag = object === 0 ? undefined : tagOf?.(object);
      if (tag !== undefined) style = { ...style, font: tagged(style.font, tag) };
      const reason = keepsHidden ? undefined : whyHidden(object, style.size);
      if (reason !== undefined && !hidden.has(reason)) hidden.set(reason, runBuilder());
      const next = reason === undefined ? builders[style.turns] : hidden.get(reason);
      if (next !== builder) builder?.flush();
      builder = next;
    }
    readers.getBox(textPage, char, scratch);
    readers.getOrigin(textPage, char, scratch + 16, scratch + 24);
    const upright = (x: number, y: number) => {
      const shown = space.toShown(x, y);
      return style.turns === 0 ? shown : turnPointBack(shown, style.turns, space);
    };
    const one = upright(float(0), float(4));
    const other = upright(float(8), float(12));
    const origin = upright(results().getFloat64(16, true), results().getFloat64(24, true));
    const text = own ?? (HYPHENS.includes(code) ? '-' : String.fromCodePoint(code));
    const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
    if (isAfterPart && left - end > style.size * WORD_GAP) builder?.addSpace(() => 0);
    builder?.add(style, { text, left, right }, origin.y);
    [end, isAfterPart] = [right, false];
  }
  builder?.flush();
  return {
    isOfTex: texts.size > codes.length * TEX_SHARE,
    punctuation: pagePunctuation(codes, document, textPage, space),
    byTurns: builders.map(({ runs }) => runs),
    hidden: [...hidden].flatMap(([reason, { runs }]) => runs.map((run) => ({ ...run, reason }))),
  };
}

/** Options of {@link runsOfPage}. */
export interface RunOptions {
  /** Whether hidden text is among the runs. */
  readonly keepsHidden: boolean;
}

/**
 * Returns the text of a loaded page as runs, each in one style on one line. Undefined if PDFium cannot read it, `misordered` if
 * it has right-to-left text in a document that does not order it.
 */
export function runsOfPage(
  document: PdfiumDocument,
  page: number,
  { keepsHidden }: RunOptions,
): PdfiumPage | 'misordered' | undefined {
  const read = withTextPage(document, page, (textPage, space) => {
    const codes = codesOf(document, textPage);
    if (!document.ordersRightToLeft && codes.some(isRightToLeftCode)) return 'misordered';
    return {
      space,
      ...readCharacters(
        document,
        textPage,
        codes,
        space,
        textVisibility(document, page, space),
        keepsHidden,
        tagReader(document, page),
      ),
    };
  });
  if (read === undefined || read === 'misordered') return read;
  const { space, hidden, punctuation, isOfTex } = read;
  const [upright = [], ...turned] = read.byTurns;
  const vertical = verticalLines(upright, space);
  const byTurns = [vertical.others, [...(turned[0] ?? []), ...vertical.lines], ...turned.slice(1)];
  const asShown = turned.flatMap((runs, at) =>
    runs.map((run) => ({ ...run, ...turnBack(run, 3 - at, turnedSize(space, at + 1)), turns: at + 1 })),
  );
  const turns = mainTurns(byTurns);
  const { width, height } = turnedSize(space, turns);
  const isOnPage = (run: TextRun, each: number): boolean => {
    const size = turnedSize(space, each);
    return run.x < size.width && run.x + run.width > 0 && run.y < size.height && run.y + run.height > 0;
  };
  const shown = keepsHidden
    ? byTurns
    : byTurns.map((runs, each) => runs.filter((run) => isOnPage(run, each)));
  const beyond = keepsHidden
    ? []
    : byTurns.flatMap((runs, each) => runs.filter((run) => !isOnPage(run, each)));
  return {
    width,
    height,
    runs: shown[turns] ?? [],
    aside: shown.flatMap((runs, each) =>
      each === turns ? [] : linesAside(runs, (each - turns + 4) % 4, { width, height }),
    ),
    turned: asShown,
    punctuation,
    hidden: [...hidden, ...beyond.map((run) => ({ ...run, reason: 'off_page' as const }))],
    turns,
    isOfTex,
    isTurned: space.turns !== 0,
  };
}
