/** What stands around a piece of text, as far as it decides what has to be escaped. */
export interface TextSurroundings {
  /** The characters before and after; empty at the ends of a line. */
  readonly before: string;
  readonly after: string;
  /** Of `*`, `_`, `` ` ``, `~` and `$` those that may have a partner in the same block. */
  readonly paired: ReadonlySet<string>;
  /** Inside the text of a link no bracket may be loose. */
  readonly isLink: boolean;
}

const SPECIAL = /\*+|_+|~+|`+|\$+|[\\[\]<&!]/g;
const SPACE = /^\s?$/u;
const WORD = /[\p{L}\p{N}]/u;
const ESCAPABLE = /[!-/:-@[-`{-~]/;

const escapeEach = (run: string): string => run.replaceAll(/./gs, '\\$&');

function escapeRun(
  run: string,
  before: string,
  after: string,
  rest: string,
  around: TextSurroundings,
): string {
  const isFree = SPACE.test(before) && SPACE.test(after);
  switch (run[0]) {
    case '*':
    case '~':
      return around.paired.has(run.charAt(0)) && !isFree ? escapeEach(run) : run;
    case '_':
      // Inside a word it means nothing (CommonMark 0.31, 6.2).
      return around.paired.has('_') && !isFree && !(WORD.test(before) && WORD.test(after))
        ? escapeEach(run)
        : run;
    case '`':
    case '$':
      return around.paired.has(run.charAt(0)) ? escapeEach(run) : run;
    case '\\':
      return after === '' || ESCAPABLE.test(after) || after === '\n' ? '\\\\' : run;
    case '[':
      return around.isLink || after === '^' ? '\\[' : run;
    case ']':
      return around.isLink || after === '(' || after === '[' || after === ':' ? '\\]' : run;
    case '<':
      return /[a-z/!?]/i.test(after) ? '\\<' : run;
    case '&':
      return /^(?:#x?[\da-f]{1,7}|[a-z][a-z\d]{1,31});/i.test(rest) ? '\\&' : run;
    case '!':
      return after === '[' ? '\\!' : run;
    default:
      return run;
  }
}

/** Text that reads the same after a markdown reader; what means nothing where it stands is left alone. */
export function escapeText(text: string, around: TextSurroundings): string {
  return text.replaceAll(SPECIAL, (run, at: number) => {
    const end = at + run.length;
    const before = at === 0 ? around.before : text.charAt(at - 1);
    const after = end === text.length ? around.after : text.charAt(end);
    return escapeRun(run, before, after, text.slice(end, end + 40), around);
  });
}

// Beginnings of a line that make it something else: headings, lists, quotes, fences, rules and lines under headings.
const BLOCK_START = /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|~{3}|[=|:*_-][=|:*_ -]*$)/;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;

/** A line of a paragraph that stays one: what would begin another block is escaped. */
export function escapeLineStart(line: string): string {
  if (NUMBERED.test(line)) return line.replace(NUMBERED, '$1\\$2');
  return BLOCK_START.test(line) ? `\\${line}` : line;
}

/** How often a sign stands in a text one right after the other at most. */
export function longestRun(text: string, sign: string): number {
  let longest = 0;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    run = text[at] === sign ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
