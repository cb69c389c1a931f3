import { minOf } from '../../base/arrays.ts';
import type { TextRun } from './text-run.ts';

// Minimum size of a drop capital, as a multiple of the adjacent text's size. It is at least two lines high.
const MIN_RATIO = 1.7;
// Maximum letters of that size on a page; more are a poster or a word game.
const MAX_CAPITALS = 12;
// Maximum gap between a capital and the adjacent text, as a share of the capital's font size.
const MAX_GAP = 0.5;
// Maximum difference between the starts of adjacent lines, in points.
const ALIGNED = 3;
// Words of one letter that can start a sentence. A gap separates them from the next word.
const LETTER_WORDS = /^[AI]$/;

const isCapital = ({ text }: TextRun): boolean => /^\s*\p{Lu}\s*$/u.test(text);

const right = ({ x, width }: TextRun): number => x + width;
const bottom = ({ y, height }: TextRun): number => y + height;

/** Returns the first of at least two lines beside the capital: the one that continues its word. */
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
  if (first === undefined) return undefined;
  const hasMore = others.some(
    (run) => run.y > first.y + first.size / 2 && Math.abs(run.x - first.x) < ALIGNED,
  );
  return hasMore && /^\p{L}/u.test(first.text.trimStart()) ? first : undefined;
}

/** Joins drop capitals to the words that they start. */
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
