import { type TreeBlock, textRun } from '../../document/document-tree.ts';
import type { Changes } from './review-options.ts';

/** What tracked changes did to some text. */
export interface ChangeState {
  readonly isInserted: boolean;
  readonly isDeleted: boolean;
}

/** Whether text is in the version that is read. */
export const isInVersion = ({ isInserted, isDeleted }: ChangeState, changes: Changes): boolean =>
  changes === 'marked' || !(changes === 'final' ? isDeleted : isInserted);

/** The style that marks changed text if both versions are read. */
export const changeMark = (
  { isInserted, isDeleted }: ChangeState,
  changes: Changes,
): { readonly underline?: true; readonly strike?: true } =>
  changes === 'marked'
    ? { ...(isInserted ? { underline: true } : {}), ...(isDeleted ? { strike: true } : {}) }
    : {};

/** A comment as a note starts with its author. */
export function commentNote(author: string | null, blocks: readonly TreeBlock[]): TreeBlock[] {
  const [first, ...rest] = blocks;
  if (author === null || author === '') return [...blocks];
  const name = [textRun(`${author}:`, { bold: true }), textRun(' ')];
  return first?.kind === 'paragraph'
    ? [{ ...first, content: [...name, ...first.content] }, ...rest]
    : [{ kind: 'paragraph', content: name }, ...blocks];
}
