import { minOf } from '../../base/arrays.ts';
import type { TextRun } from './text-run.ts';

// Times the font size of the text beside it from which a letter is a drop capital: it is two lines high, or more.
const MIN_RATIO = 1.7;
// Letters of that size on a page; more are a poster or a game of letters.
const MAX_CAPITALS = 12;
// Its own font size, from its right edge to the text beside it.
const MAX_GAP = 0.5;
// Font sizes of the text from the capital's top to that of the first line beside it.
const MAX_OFFSET = 0.8;
// Points by which the starts of lines beside it differ.
const ALIGNED = 3;
// Words of one letter that a sentence begins with: the next word is apart from it.
const LETTER_WORDS = /^[AI]$/;

const isCapital = ({ text }: TextRun): boolean => /^\s*\p{Lu}\s*$/u.test(text);

const right = ({ x, width }: TextRun): number => x + width;
const bottom = ({ y, height }: TextRun): number => y + height;

/** The first of the lines beside a capital that its word goes on in, if there are two of them or more. */
function firstBeside(capital: TextRun, runs: readonly TextRun[]): TextRun | undefined {
  const beside = runs.filter(
    (run) =>
      run !== capital &&
      run.size * MIN_RATIO < capital.size &&
      run.x > right(capital) - ALIGNED &&
      run.x < right(capital) + capital.size * MAX_GAP &&
      bottom(run) > capital.y &&
      run.y < bottom(capital),
  );
  const [first, ...others] = beside.toSorted((one, other) => one.y - other.y);
  if (first === undefined || Math.abs(first.y - capital.y) > first.size * MAX_OFFSET) return undefined;
  const hasMore = others.some(
    (run) => run.y > first.y + first.size / 2 && Math.abs(run.x - first.x) < ALIGNED,
  );
  return hasMore && /^\p{L}/u.test(first.text.trimStart()) ? first : undefined;
}

/** Joins drop capitals, which are several lines high, to the words that they begin. */
export function withDropCapitals(runs: readonly TextRun[]): readonly TextRun[] {
  const least = minOf(runs.map((run) => run.size));
  const large = runs.filter((run) => run.size > least * MIN_RATIO && isCapital(run));
  if (large.length === 0 || large.length > MAX_CAPITALS) return runs;
  const byFirst = new Map<TextRun, TextRun>();
  for (const capital of large) {
    const first = firstBeside(capital, runs);
    if (first !== undefined) byFirst.set(first, capital);
  }
  if (byFirst.size === 0) return runs;
  const joined = new Set(byFirst.values());
  return runs.flatMap((run) => {
    if (joined.has(run)) return [];
    const capital = byFirst.get(run);
    if (capital === undefined) return [run];
    const letter = capital.text.trim();
    const gap = LETTER_WORDS.test(letter) && run.x - right(capital) > run.size / 2 ? ' ' : '';
    return [
      { ...run, text: `${letter}${gap}${run.text.trimStart()}`, x: capital.x, width: right(run) - capital.x },
    ];
  });
}
