const SPACES = /[\s\uFEFF]*/y;

function skipSpaces(text: string, from: number): number {
  SPACES.lastIndex = from;
  return from + (SPACES.exec(text)?.[0].length ?? 0);
}

/** Index after the comment or declaration that starts at `at`; undefined if neither does or if it never ends. */
function skipPart(text: string, at: number): number | undefined {
  const closing = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?xml', at) ? '>' : undefined;
  if (closing === undefined) return undefined;
  const end = text.indexOf(closing, at + 4);
  return end < 0 ? undefined : end + closing.length;
}

/**
 * Index of the markup that follows white space, a byte order mark, XML declarations and comments.
 *
 * Every character is read at most twice, so the time is linear in the text.
 */
export function endOfProlog(text: string): number {
  let at = skipSpaces(text, 0);
  for (;;) {
    const next = skipPart(text, at);
    if (next === undefined) return at;
    at = skipSpaces(text, next);
  }
}
