const SPACES = /[\s\uFEFF]*/y;

function skipSpaces(text: string, from: number): number {
  SPACES.lastIndex = from;
  return from + (SPACES.exec(text)?.[0].length ?? 0);
}

/** Returns the index after the comment or declaration at `at`; undefined if there is none or it is unterminated. */
function skipPart(text: string, at: number): number | undefined {
  const closing = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?xml', at) ? '>' : undefined;
  if (closing === undefined) return undefined;
  const end = text.indexOf(closing, at + 4);
  return end < 0 ? undefined : end + closing.length;
}

/**
 * Returns the index of the first markup after white space, a byte order mark, XML declarations and comments.
 *
 * Reads each character at most twice, so it runs in linear time.
 */
export function endOfProlog(text: string): number {
  let at = skipSpaces(text, 0);
  for (;;) {
    const next = skipPart(text, at);
    if (next === undefined) return at;
    at = skipSpaces(text, next);
  }
}
