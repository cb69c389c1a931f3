import type { Inline } from './document-tree.ts';
import { mergeRuns } from './merge-runs.ts';

type Text = Extract<Inline, { kind: 'text' }>;

const isEdge = (inline: Inline | undefined): boolean =>
  inline !== undefined &&
  (inline.kind === 'line_break' || (inline.kind === 'text' && inline.text.trim() === ''));

/** Trims white space and line breaks from a line's ends and joins its runs. Empty if nothing is visible. */
export function trimLine(line: readonly Inline[]): Inline[] {
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

/** Removes styles that all of a line's text shares; bold is redundant in a heading. */
export function withoutCommon(
  line: readonly Inline[],
  ...styles: readonly ('bold' | 'italic' | 'underline' | 'code')[]
): Inline[] {
  const texts = line.filter((inline): inline is Text => inline.kind === 'text' && inline.text.trim() !== '');
  const common = styles.filter((style) => texts.length > 0 && texts.every((text) => text[style] === true));
  if (common.length === 0) return [...line];
  return line.map((inline) => {
    if (inline.kind !== 'text') return inline;
    const changed = { ...inline };
    for (const style of common) changed[style] = undefined;
    return changed;
  });
}
