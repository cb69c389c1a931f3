import { appendAll, maxOf, minOf } from '../../../base/arrays.ts';
import type { ModelPlace, PlacedLine } from '../../../document/document-model.ts';
import type { Inline } from '../../../document/document-tree.ts';
import { placeAround } from '../../../document/places.ts';
import { edgesOf, unionOf } from '../../../shared/geometry/box.ts';
import { withDropCapitals } from '../../../shared/page-layout/drop-capitals.ts';
import { plainGlyphs } from '../../../shared/page-layout/glyphs.ts';
import { joinInlines, joinLines } from '../../../shared/page-layout/join-lines.ts';
import { composeLines, type TextLine } from '../../../shared/page-layout/text-line.ts';
import type { TextRun } from '../../../shared/page-layout/text-run.ts';
import type { KnownWords } from '../../../shared/text/known-words.ts';
import type { LineEnds } from './line-ends.ts';

// Minimum distance in heights by which text is above the text before it if it is in the next column.
const COLUMN_STEP = 0.5;
// Maximum length of a replacement text, in characters and as a multiple of the text that it replaces; a longer one is not what is shown.
// Nor is one by as much shorter than the letters and digits that it replaces, or one with control characters.
const FEW_CHARACTERS = 100;
const MAX_REPLACED = 4;
const NO_LETTER = /[^\p{L}\p{N}]/gu;
const CONTROL = /[^\P{Cc}\t\n\r]|\ufffd/u;

/** Text of an element on one page. */
export interface PageText {
  readonly page: number;
  readonly runs: TextRun[];
}

/** Appends runs to texts, page by page. */
export function addText(texts: PageText[], page: number, runs: readonly TextRun[]): void {
  const last = texts.at(-1);
  if (last?.page === page) appendAll(last.runs, runs);
  else if (runs.length > 0) texts.push({ page, runs: [...runs] });
}

/** Lines of one column of a page. */
export interface ColumnLines {
  readonly page: number;
  readonly lines: readonly TextLine[];
}

/** Splits runs in their order where they continue at the top of the next column. What is on its other side is a label. */
function splitColumns(runs: readonly TextRun[], isRtl: boolean): TextRun[][] {
  const columns: TextRun[][] = [];
  let box = { left: 0, right: 0, top: 0, bottom: 0 };
  for (const run of runs) {
    const own = edgesOf(run);
    const column = columns.at(-1);
    const before = column?.at(-1);
    const isAbove = before !== undefined && own.bottom < before.y - run.height * COLUMN_STEP;
    const isBeside = isRtl ? own.right <= box.left : own.left >= box.right;
    if (column === undefined || (isAbove && isBeside)) {
      columns.push([run]);
      box = own;
    } else {
      column.push(run);
      box = unionOf([box, own]);
    }
  }
  return columns;
}

/** Composes the lines of an element, column by column. */
export const linesOf = (texts: readonly PageText[], isRtl: boolean, ends: LineEnds): ColumnLines[] =>
  texts.flatMap(({ page, runs }) =>
    splitColumns(withDropCapitals(runs), isRtl).map((column) => {
      const marked = column.map((run, at) => {
        const before = column[at - 1];
        return before !== undefined && ends.isBreak(before, run, page) ? { ...run, isAfterBreak: true } : run;
      });
      return { page, lines: composeLines(marked, isRtl) };
    }),
  );

/** Joins lines to the content of a paragraph. */
export function contentOf(
  columns: readonly ColumnLines[],
  known: KnownWords,
  keepBreaks: boolean,
  ends: LineEnds,
): Inline[] {
  const content: Inline[] = [];
  for (const { lines } of columns) {
    const edges = { left: minOf(lines.map(({ x }) => x)), right: maxOf(lines.map(({ right }) => right)) };
    const width = maxOf(lines.map(({ x, right }) => right - x));
    const own = joinLines(lines, {
      known,
      ...edges,
      keepBreaks,
      seamOf: (line, next) => ends.seamOf(line, next, width),
    });
    if (content.length === 0) for (const inline of own) content.push(inline);
    else joinInlines(content, own, known);
  }
  return content;
}

/** Returns where lines are: a place for each column, and each line if `keepsLines`. */
export function whereOf(
  columns: readonly ColumnLines[],
  keepsLines: boolean,
): { readonly page: number; readonly places: ModelPlace[]; readonly lines?: PlacedLine[] } {
  const where = {
    page: columns[0]?.page ?? 1,
    places: columns.map(({ page, lines }) => placeAround(page, lines)),
  };
  if (!keepsLines) return where;
  return {
    ...where,
    lines: columns.flatMap(({ page, lines }) =>
      lines.map((line) => ({ text: plainGlyphs(line.text), place: placeAround(page, [line]) })),
    ),
  };
}

/** Returns the runs of content that has a replacement text (ISO 32000-2, 14.9.4). */
export function replaced(texts: readonly PageText[], text: string): readonly PageText[] {
  const own = texts.flatMap(({ runs }) => runs.map((each) => each.text)).join('');
  const [first] = texts;
  const [run] = first?.runs ?? [];
  const isLonger = text.length > Math.max(FEW_CHARACTERS, own.length * MAX_REPLACED);
  const isShorter = own.replaceAll(NO_LETTER, '').length > Math.max(1, text.length) * MAX_REPLACED;
  const isUsable = !isLonger && !isShorter && text !== '\u00AD' && !CONTROL.test(text);
  if (!isUsable || first === undefined || run === undefined) return texts;
  return text === '' ? [] : [{ page: first.page, runs: [{ ...run, text }] }];
}
