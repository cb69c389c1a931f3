import type { ParsedPage } from '@llamaindex/liteparse';
import type { Comment } from '../../document/document-tree.ts';
import type { Box } from '../../shared/geometry/box.ts';
import { parsePdfDate } from './pdf-info.ts';

// Annotations with a remark of a reader (ISO 32000-1, 12.5.6); links, fields and pop-ups have none.
const remarks: ReadonlySet<string> = new Set(
  'text highlight underline squiggly strikeout strike_out caret ink stamp square circle polygon'.split(' '),
);

// Text that a reader typed onto the page, which its text leaves out.
const TYPED = 'freetext';

/** Texts that were typed onto a page, as fields whose value the file does not draw. */
export const typedTexts = ({
  annotations = [],
}: ParsedPage): { readonly value: string; readonly rect: Box }[] =>
  annotations.flatMap(({ subtype, contents = '', rect }) =>
    subtype.toLowerCase() === TYPED && contents.trim() !== '' && rect !== undefined
      ? [{ value: contents.trim(), rect }]
      : [],
  );

/** The remarks of readers on a page: sticky notes, and the texts of marks. */
export function commentsOf({ annotations = [], pageNum }: ParsedPage): Comment[] {
  return annotations.flatMap(({ subtype, contents, title, created, modified }) =>
    remarks.has(subtype.toLowerCase()) && contents !== undefined && contents.trim() !== ''
      ? [
          {
            author: title ?? null,
            created: parsePdfDate(created ?? modified ?? null),
            text: contents.trim(),
            page: pageNum,
          },
        ]
      : [],
  );
}
