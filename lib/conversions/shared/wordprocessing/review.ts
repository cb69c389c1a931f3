import { type TreeBlock, textRun } from '../../document/document-tree.ts';
import type { Changes } from './review-options.ts';

/** What tracked changes did to some text. */
export interface ChangeState {
  readonly isInserted: boolean;
  readonly isDeleted: boolean;
}

// ECMA-376 part 1, 17.13.5: changes of text, and of the paragraph mark, row or cell whose properties contain them.
const absent: Readonly<Record<Exclude<Changes, 'marked'>, ReadonlySet<string>>> = {
  final: new Set(['w:del', 'w:moveFrom', 'w:cellDel']),
  original: new Set(['w:ins', 'w:moveTo', 'w:cellIns']),
};

/** Whether an element of WordprocessingML is a change that leaves its content out of the version that is read. */
export const isAbsentChange = (name: string, changes: Changes): boolean =>
  changes !== 'marked' && absent[changes].has(name);

/** How the content of a change is marked if both versions are read; undefined for any other element. */
export const markOfChange = (name: string): 'underline' | 'strike' | undefined =>
  absent.final.has(name) ? 'strike' : absent.original.has(name) ? 'underline' : undefined;

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
