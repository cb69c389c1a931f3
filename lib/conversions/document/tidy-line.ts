import type { Inline } from './document-tree.ts';

type Text = Extract<Inline, { kind: 'text' }>;

const looksLike = (one: Text, other: Text): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.underline === other.underline &&
  one.strike === other.strike &&
  one.code === other.code &&
  one.superscript === other.superscript &&
  one.subscript === other.subscript &&
  one.href === other.href;

/** Puts neighbouring runs that look alike into one: writers part a word wherever somebody typed or a checker looked. */
export function mergeRuns(line: readonly Inline[]): Inline[] {
  const merged: Inline[] = [];
  let pending: { readonly look: Text; readonly parts: string[] } | undefined;
  const flush = (): void => {
    if (pending !== undefined) merged.push({ ...pending.look, text: pending.parts.join('') });
    pending = undefined;
  };
  for (const inline of line) {
    if (inline.kind !== 'text') {
      flush();
      merged.push(inline);
    } else if (inline.text !== '') {
      if (pending !== undefined && looksLike(pending.look, inline)) pending.parts.push(inline.text);
      else {
        flush();
        pending = { look: inline, parts: [inline.text] };
      }
    }
  }
  flush();
  return merged;
}

const isEdge = (inline: Inline | undefined): boolean =>
  inline !== undefined &&
  (inline.kind === 'line_break' || (inline.kind === 'text' && inline.text.trim() === ''));

/** A line without blanks and breaks at its ends, its runs merged. Empty where it shows nothing. */
export function tidyLine(line: readonly Inline[]): Inline[] {
  const merged = mergeRuns(line);
  let from = 0;
  let to = merged.length;
  while (from < to && isEdge(merged[from])) from += 1;
  while (to > from && isEdge(merged[to - 1])) to -= 1;
  const tidy = merged.slice(from, to);
  const first = tidy[0];
  if (first?.kind === 'text') tidy[0] = { ...first, text: first.text.trimStart() };
  const last = tidy.at(-1);
  if (last?.kind === 'text') tidy[tidy.length - 1] = { ...last, text: last.text.trimEnd() };
  return tidy;
}

/** A line without a look that all of its text has: a heading is bold by being one. */
export function withoutCommon(
  line: readonly Inline[],
  ...looks: readonly ('bold' | 'italic' | 'underline' | 'code')[]
): Inline[] {
  const texts = line.filter((inline): inline is Text => inline.kind === 'text' && inline.text.trim() !== '');
  const common = looks.filter((look) => texts.length > 0 && texts.every((text) => text[look] === true));
  if (common.length === 0) return [...line];
  return line.map((inline) => {
    if (inline.kind !== 'text') return inline;
    const changed = { ...inline };
    for (const look of common) changed[look] = undefined;
    return changed;
  });
}
