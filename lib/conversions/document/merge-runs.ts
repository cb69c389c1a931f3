import type { Inline, TextStyle } from './document-tree.ts';
import type { RunLook } from './look.ts';

type TextInline = Extract<Inline, { kind: 'text' }>;

/** All styles that a run of text can have. */
export const textStyles: readonly (keyof TextStyle)[] = [
  'bold',
  'italic',
  'underline',
  'strike',
  'superscript',
  'subscript',
  'code',
];

const runLooks: readonly (keyof RunLook)[] = ['colour', 'size', 'background'];

/** Whether two looks are the same. */
export const haveSameLook = (one: RunLook | undefined, other: RunLook | undefined): boolean =>
  one === other || runLooks.every((property) => one?.[property] === other?.[property]);

/** Whether two runs of text have the same styles, look and link. */
export const haveSameStyle = (one: TextInline, other: TextInline): boolean =>
  one.href === other.href &&
  textStyles.every((style) => one[style] === other[style]) &&
  haveSameLook(one.look, other.look);

/** Merges neighbouring runs of the same style and drops empty ones: editors split runs in the middle of words. */
export function mergeRuns(content: readonly Inline[]): Inline[] {
  const merged: Inline[] = [];
  let pending: { readonly run: TextInline; readonly parts: string[] } | undefined;
  const flush = (): void => {
    if (pending !== undefined) merged.push({ ...pending.run, text: pending.parts.join('') });
    pending = undefined;
  };
  for (const inline of content) {
    if (inline.kind !== 'text') {
      flush();
      merged.push(inline);
    } else if (inline.text !== '') {
      if (pending !== undefined && haveSameStyle(pending.run, inline)) pending.parts.push(inline.text);
      else {
        flush();
        pending = { run: inline, parts: [inline.text] };
      }
    }
  }
  flush();
  return merged;
}
