// Plain text of messages: quotes (RFC 3676, 4.5), and lines that programs broke to be joined again (4.1).

/** How a text was broken into lines (RFC 3676). */
export interface Flow {
  /** Whether the blank at the end of a broken line was added for it. */
  readonly deletesBlank: boolean;
}

/** Lines that are quoted equally often. */
interface QuotedLines {
  /** How often it is quoted; 0 for the message's own text. */
  readonly depth: number;
  readonly lines: readonly string[];
}

const SIGNATURE = '-- ';
// What is quoted more often is shown as quoted this often.
const MAX_DEPTH = 20;

/** The marks of a quote at the start of a line: without flow, blanks may separate them. */
const marksOf = (line: string, isFlowed: boolean): string =>
  (isFlowed ? /^>{0,1000}/ : /^(?:>[ \t]?){0,1000}/).exec(line)?.[0] ?? '';

/** Splits a text at changes of its quotes, and joins the lines of paragraphs that were broken. */
export function quotedLines(text: string, flow: Flow | undefined): QuotedLines[] {
  const groups: { depth: number; lines: string[] }[] = [];
  let isOpen = false;
  for (const raw of text.split(/\r?\n/)) {
    const marks = marksOf(raw, flow !== undefined);
    const depth = Math.min(MAX_DEPTH, marks.replaceAll(/[^>]/g, '').length);
    const unmarked = raw.slice(marks.length);
    const line = flow !== undefined && unmarked.startsWith(' ') ? unmarked.slice(1) : unmarked;
    const last = groups.at(-1);
    const isSignature = line === SIGNATURE;
    const breaksHere = flow !== undefined && line.endsWith(' ') && !isSignature;
    const own = breaksHere && flow.deletesBlank ? line.slice(0, -1) : line;
    if (last === undefined || last.depth !== depth) groups.push({ depth, lines: [own] });
    else if (isOpen && !isSignature) last.lines.push(`${last.lines.pop() ?? ''}${own}`);
    else last.lines.push(own);
    isOpen = breaksHere;
  }
  return groups;
}
