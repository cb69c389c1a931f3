/** Text styles that Markdown can express. */
export type Mark = 'bold' | 'italic' | 'strike' | 'superscript' | 'subscript';

/** Markdown text, or the start or end of a mark. Both ends of a mark share a pair number. */
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

/** Returns the last or first character of a token as written. */
function edge(token: InlineToken | undefined, isLast: boolean): string {
  if (token === undefined) return '';
  if (typeof token !== 'string') return delimiters[token.mark]?.[0] ?? (isLast ? '>' : '<');
  // By code points: a character may take two UTF-16 units.
  const part = isLast ? token.slice(-2) : token.slice(0, 2);
  const points = [...part];
  return (isLast ? points.at(-1) : points[0]) ?? '';
}

/** Finds pairs whose delimiters a parser would not recognize (CommonMark 0.31, 6.2: left- and right-flanking runs). */
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
      // One mark ends where another starts: only one of them may use this delimiter.
      if (!isReadable || (isMixed && isOpening)) found.add(pair);
    }
    at = end - 1;
  }
  return found;
}

// Each new tag changes the context of its neighbours. After this many rounds, all remaining marks become tags.
const ROUNDS = 4;

/**
 * Writes marks as delimiters, or as HTML tags if a Markdown parser would not recognize the delimiters: inside words next to
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
