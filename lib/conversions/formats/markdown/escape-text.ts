/** Context of a piece of text that determines what has to be escaped. */
export interface TextSurroundings {
  /** The adjacent characters; empty at the start and end of a line. */
  readonly before: string;
  readonly after: string;
  /** Those of `*`, `_`, `` ` ``, `~`, `^`, `=` and `$` that may form a pair in the same block. */
  readonly paired: ReadonlySet<string>;
  /** Whether the text is inside a link, where all brackets must be escaped. */
  readonly isLink: boolean;
  /** Whether the text is part of a heading, which may end in attributes in braces. */
  readonly isHeading: boolean;
  /** Whether it is the content of a mark, whose delimiters replace the white space around it. */
  readonly isMarked: boolean;
}

const SPECIAL = /\*+|_+|~+|`+|\$+|\^+|=+|[\\[\]<&!}]/g;
const SPACE = /^\s?$/u;
const WORD = /[\p{L}\p{N}]/u;
const ESCAPABLE = /[!-/:-@[-`{-~]/;

// Any sign that is not white space.
const DELIMITER = '*';

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
      // Has no effect inside a word (CommonMark 0.31, 6.2).
      return around.paired.has('_') && !isFree && !(WORD.test(before) && WORD.test(after))
        ? escapeEach(run)
        : run;
    case '^':
      // `^[` starts a note.
      return after === '[' || (around.paired.has('^') && !isFree) ? escapeEach(run) : run;
    case '=':
      return run.length === 2 && around.paired.has('==') && !isFree ? escapeEach(run) : run;
    case '`':
    case '$':
      return around.paired.has(run.charAt(0)) ? escapeEach(run) : run;
    case '\\':
      return after === '' || ESCAPABLE.test(after) ? '\\\\' : run;
    case '[':
      return around.isLink || after === '^' || after === '!' ? '\\[' : run;
    case ']':
      return around.isLink || after === '(' || after === '[' ? '\\]' : run;
    case '}':
      return around.isHeading && after === '' ? '\\}' : run;
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

/**
 * Escapes the colon of addresses that other text follows without a space. Viewers link bare addresses up to the next space
 * (GFM 6.9), in which neither escapes nor delimiters have an effect.
 */
function escapeAddresses(escaped: string, { after, isMarked }: TextSurroundings): string {
  if (!escaped.includes('://')) return escaped;
  const words = escaped.split(/(\s)/);
  const last = words.findLastIndex((word) => word.trim() !== '');
  return words
    .map((word, at) => {
      const touches = at === last && (isMarked || (at === words.length - 1 && !SPACE.test(after)));
      return word.includes('://') && (touches || word.includes('\\'))
        ? word.replaceAll('://', '\\://')
        : word;
    })
    .join('');
}

/** Escapes text so that a Markdown parser returns it unchanged. Characters without effect in their context are not escaped. */
export const escapeText = (text: string, around: TextSurroundings): string =>
  escapeAddresses(escapeSigns(text, around), around);

function escapeSigns(text: string, around: TextSurroundings): string {
  const first = text.length - text.trimStart().length;
  const last = text.trimEnd().length;
  return text.replaceAll(SPECIAL, (run, at: number) => {
    const end = at + run.length;
    const isOpening = around.isMarked && at === first;
    // A backslash may be followed by more than the next character of the text once spaces are trimmed.
    const isClosing = end === last && (around.isMarked || run === '\\');
    const before = isOpening ? DELIMITER : at === 0 ? around.before : text.charAt(at - 1);
    const after = isClosing ? DELIMITER : end === text.length ? around.after : text.charAt(end);
    return escapeRun(run, before, after, text.slice(end, end + 40), around);
  });
}

// Line starts with block syntax: headings, lists, quotes, fences, rules, setext underlines, definitions and page breaks.
const BLOCK_START =
  /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|~{3}|:\s|\\(?:newpage|pagebreak|clearpage)(?![a-z])|=[= ]*$|\*[* ]*$|_[_ ]*$|[|:-][|: -]*$)/;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;
// pandoc 2 reads a task even if no space follows the bullet, which may be the delimiter of emphasis.
const TASK = /^([-+*])(?=\[[ xX]\]\s)/;

/** Escapes the start of a paragraph that would define the target of links (CommonMark 0.31, 4.7). */
export const escapeDefinition = (text: string): string =>
  text.replace(/^\[(?!\^)(?=(?:[^[\]\\]|\\.){1,999}\]:)/s, '\\[');

/** Escapes the start of a paragraph line that would begin another block or a note. */
export function escapeLineStart(line: string): string {
  if (/^\[\^\d+\]:/.test(line)) return line.replace(':', '\\:');
  if (NUMBERED.test(line)) return line.replace(NUMBERED, '$1\\$2');
  return BLOCK_START.test(line) ? `\\${line}` : line.replace(TASK, '$1\\');
}

/** Returns the length of the longest run of a character. */
export function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    run = text[at] === character ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
