/** What text can be set in, in markdown. */
export type Mark = 'bold' | 'italic' | 'strike' | 'superscript' | 'subscript';

/** Written text, or the beginning or end of a mark; the two of a pair share a number. */
export type InlineToken =
  | string
  | { readonly mark: Mark; readonly isOpening: boolean; readonly pair: number };

const delimiters: Readonly<Record<Mark, string | undefined>> = {
  bold: '**',
  italic: '*',
  strike: '~~',
  superscript: undefined,
  subscript: undefined,
};

const tags: Readonly<Record<Mark, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 'del',
  superscript: 'sup',
  subscript: 'sub',
};

const SPACE = /^\s?$/u;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;

type Delimiter = Exclude<InlineToken, string>;

const isDelimiterOf = (token: InlineToken | undefined, sign: string): token is Delimiter =>
  token !== undefined && typeof token !== 'string' && delimiters[token.mark]?.[0] === sign;

/** The last or first character of what a token is written as. */
function edge(token: InlineToken | undefined, isLast: boolean): string {
  if (token === undefined) return '';
  if (typeof token !== 'string') return delimiters[token.mark]?.[0] ?? (isLast ? '>' : '<');
  // By code points: a letter may be two units long.
  const part = isLast ? token.slice(-2) : token.slice(0, 2);
  const points = [...part];
  return (isLast ? points.at(-1) : points[0]) ?? '';
}

/** Pairs whose delimiters would not be read as such (CommonMark 0.31, 6.2: left- and right-flanking runs). */
function unreadablePairs(tokens: readonly InlineToken[], tagged: ReadonlySet<number>): Set<number> {
  const found = new Set<number>();
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || typeof token === 'string' || tagged.has(token.pair)) continue;
    const sign = delimiters[token.mark]?.[0];
    if (sign === undefined) continue;
    const run: Delimiter[] = [];
    let end = at;
    for (let next = tokens[end]; isDelimiterOf(next, sign) && !tagged.has(next.pair); next = tokens[end]) {
      run.push(next);
      end += 1;
    }
    const before = edge(tokens[at - 1], true);
    const after = edge(tokens[end], false);
    const hugs = (inner: string, outer: string): boolean =>
      !SPACE.test(inner) && (!PUNCTUATION.test(inner) || SPACE.test(outer) || PUNCTUATION.test(outer));
    const isMixed = run.some(({ isOpening }) => isOpening !== token.isOpening);
    for (const { isOpening, pair } of run) {
      const isReadable = isOpening ? hugs(after, before) : hugs(before, after);
      // One ends where another begins: only one of them may use the sign.
      if (!isReadable || (isMixed && isOpening)) found.add(pair);
    }
    at = end - 1;
  }
  return found;
}

// Tags change what their neighbours stand beside; after these rounds whatever is in doubt becomes a tag.
const ROUNDS = 4;

/**
 * Writes marks as delimiters, or as tags where a reader of markdown would not see the delimiters: inside words beside
 * punctuation, which is common in scripts without spaces.
 */
export function writeMarks(tokens: readonly InlineToken[]): string {
  const tagged = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = unreadablePairs(tokens, tagged);
    if (found.size === 0) break;
    for (const pair of found) tagged.add(pair);
    if (round === ROUNDS - 1)
      for (const token of tokens) if (typeof token !== 'string') tagged.add(token.pair);
  }
  return tokens
    .map((token) => {
      if (typeof token === 'string') return token;
      const delimiter = tagged.has(token.pair) ? undefined : delimiters[token.mark];
      return delimiter ?? `<${token.isOpening ? '' : '/'}${tags[token.mark]}>`;
    })
    .join('');
}
