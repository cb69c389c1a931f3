/** Width of a string in points. */
export type Measure = (text: string) => number;

/** How many characters of `word` fit into `width`, at least one; never cuts a surrogate pair or before a mark. */
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

// Characters measured at once: no line of a page has more.
const LONGEST_LINE = 2000;

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Breaks a line at spaces so that each part is at most `width` wide; a word that is wider than that is broken anywhere.
 * Parts after the first are indented like the first, unless that would take more than half of the width.
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
      // Spaces at which a line was broken are not carried into the next.
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
