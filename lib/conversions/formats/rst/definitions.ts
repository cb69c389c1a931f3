import { createBudget } from '../../base/budget.ts';
import { indentOf, outdented } from '../../shared/markup/text-lines.ts';

/** A name as references compare it: in lower case, with single blanks. */
export const referenceName = (name: string): string =>
  name.replaceAll(/\\(.)/g, '$1').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** What a document defines in one place and refers to in others. */
export interface Definitions {
  /** Addresses, and names of other targets that end in `_`, by name; empty for a place in the document. */
  readonly targets: ReadonlyMap<string, string>;
  /** Addresses of references without a name, in order. */
  readonly anonymous: readonly string[];
  /** Replacements and images by name. */
  readonly substitutions: ReadonlyMap<string, { readonly kind: string; readonly text: string }>;
  /** Titles of sections by the label before them. */
  readonly titles: ReadonlyMap<string, string>;
  /** Names of footnotes and citations. */
  readonly notes: ReadonlySet<string>;
  /** Spends characters of replacements. */
  readonly spend: (characters: number) => void;
}

const EXPLICIT =
  /^\.\. (?:_(`[^`]{1,500}`|(?:\\:|[^:`\\]){1,500}):(?: |$)|\[(#?[\w.-]{0,80}|\*)\](?: |$)|\|([^|]{1,200})\| (\w{1,20}):: ?)/;
const ANONYMOUS = /^(?:\.\. __:|__)(?: |$)/;
const PUNCTUATION = /^[!-/:-@[-`{-~]/;
const MAX_EXPANDED = 1_000_000;

/** Whether a line underlines a title; docutils accepts one that is too short from 4 characters. */
export const isAdornment = (line: string | undefined, title = '--'): line is string =>
  line !== undefined &&
  line.length >= Math.min(4, title.length) &&
  PUNCTUATION.test(line) &&
  line === (line[0] ?? '').repeat(line.length);

/** The section title at a line, with a line below it or above it too; its style is the signs of these lines. */
export function titleAt(
  lines: readonly string[],
  at: number,
): { readonly title: string; readonly style: string; readonly lines: number } | undefined {
  const [line = '', next = '', third] = [lines[at], lines[at + 1], lines[at + 2]];
  const [sign = ''] = line;
  if (isAdornment(line) && next !== '' && third?.[0] === sign && isAdornment(third, next.trim()))
    return { title: next.trim(), style: `${sign}${sign}`, lines: 3 };
  return line !== '' && !isAdornment(line, line) && isAdornment(next, line) && indentOf(line) === 0
    ? { title: line, style: next[0] ?? '', lines: 2 }
    : undefined;
}

/** The text of an explicit block and of the indented lines after it, joined. */
function joined(lines: readonly string[], at: number, rest: string, between: string): string {
  const indent = indentOf(lines[at] ?? '');
  const parts = [rest.trim()];
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (line === '' || indentOf(line) <= indent) break;
    parts.push(line.trim());
  }
  return parts.join(between).trim();
}

/** Finds what a document defines, wherever it is. */
export function findDefinitions(lines: readonly string[]): Definitions {
  const targets = new Map<string, string>();
  const anonymous: string[] = [];
  const substitutions = new Map<string, { kind: string; text: string }>();
  const titles = new Map<string, string>();
  const notes = new Set<string>();
  let labels: string[] = [];
  for (const [at, whole] of lines.entries()) {
    if (whole === '') continue;
    const line = outdented(whole, whole.length);
    const nameless = ANONYMOUS.exec(line);
    if (nameless !== null) {
      anonymous.push(joined(lines, at, line.slice(nameless[0].length), ''));
      continue;
    }
    const [all = '', target, note, substitution, kind = ''] = EXPLICIT.exec(line) ?? [];
    if (target !== undefined) {
      const name = referenceName(target.replaceAll('`', ''));
      const address = joined(lines, at, line.slice(all.length), '');
      if (!targets.has(name)) targets.set(name, address);
      if (address === '') labels.push(name);
      continue;
    }
    if (note !== undefined) notes.add(note.toLowerCase());
    if (substitution !== undefined)
      substitutions.set(referenceName(substitution), {
        kind,
        text: joined(lines, at, line.slice(all.length), ' '),
      });
    const { title } = titleAt(lines, at) ?? {};
    if (title !== undefined) {
      for (const label of labels) titles.set(label, title);
      const name = referenceName(title);
      if (!targets.has(name)) targets.set(name, '');
    }
    labels = [];
  }
  const budget = createBudget({
    characters: {
      max: MAX_EXPANDED,
      message: `The substitutions of the reStructuredText file expand to more than ${MAX_EXPANDED} characters. Split it.`,
    },
  });
  const spend = (characters: number): void => budget.spend('characters', characters);
  return { targets, anonymous, substitutions, titles, notes, spend };
}
