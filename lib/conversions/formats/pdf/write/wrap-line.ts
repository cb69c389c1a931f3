/** Returns the width of a string in points. */
type Measure = (text: string) => number;

/** Returns how many graphemes of `word` fit into `width`, at least one. */
function fitting(word: readonly string[], width: number, measure: Measure): number {
  let low = 1;
  let high = word.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(word.slice(0, middle).join('')) <= width) low = middle;
    else high = middle - 1;
  }
  return low;
}

// Graphemes measured at once; no line on a page has more.
const LONGEST_LINE = 2000;

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Breaks a line at spaces so that each part is at most `width` wide. A word wider than that is broken anywhere. Later
 * parts repeat the indent of the first unless it takes more than half of the width.
 */
export function wrapLine(line: string, width: number, measure: Measure): string[] {
  if (measure(line) <= width) return [line];
  const leading = /^ */.exec(line)?.[0] ?? '';
  const indent = measure(leading) <= width / 2 ? leading : '';
  const parts: string[] = [];
  let current = indent;
  let isEmpty = true;
  const flush = (): void => {
    parts.push(current.trimEnd());
    current = indent;
    isEmpty = true;
  };
  for (const token of line.slice(leading.length).match(/ +|[^ ]+/g) ?? []) {
    const isSpace = token.startsWith(' ');
    if (measure(current + (isSpace ? '' : token)) <= width) {
      // Drop the spaces at a line break.
      if (!(isSpace && isEmpty && parts.length > 0)) {
        current += token;
        isEmpty = false;
      }
      continue;
    }
    if (!isEmpty) flush();
    if (isSpace) continue;
    const characters = Array.from(segmenter.segment(token), ({ segment }) => segment);
    const room = width - measure(indent);
    let from = 0;
    for (;;) {
      const next = characters.slice(from, from + LONGEST_LINE);
      const isLast = from + next.length === characters.length;
      if (isLast && (next.length <= 1 || measure(next.join('')) <= room)) break;
      const count = fitting(next, room, measure);
      parts.push(indent + next.slice(0, count).join(''));
      from += count;
    }
    current = indent + characters.slice(from).join('');
    isEmpty = false;
  }
  if (!isEmpty) flush();
  return parts;
}
