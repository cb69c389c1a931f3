import type { ParsedPage } from '@llamaindex/liteparse';
import type { Comment } from '../../document/document-model.ts';
import type { Box } from '../../shared/geometry/box.ts';
import { parsePdfDate } from './pdf-info.ts';

// Annotations with a remark of a reader (ISO 32000-1, 12.5.6); links, fields and pop-ups have none.
const marks: readonly (readonly [noun: string, subtypes: readonly string[]])[] = [
  ['highlight', ['highlight', 'underline', 'squiggly']],
  ['stamp', ['stamp']],
  ['drawn mark', ['caret', 'ink', 'square', 'circle', 'line', 'polygon', 'polyline']],
];
const remarks: ReadonlySet<string> = new Set([
  'text',
  // The text beneath them is struck through.
  'strikeout',
  'strike_out',
  ...marks.flatMap(([, subtypes]) => subtypes),
]);

// Annotations that no target shows, and marks without a remark, by their nouns.
const unshown: ReadonlyMap<string, string> = new Map(
  [
    ...marks,
    ['attached file', ['fileattachment']] as const,
    ['media clip', ['screen', 'movie', 'sound', 'richmedia']] as const,
    ['3D model', ['threed']] as const,
  ].flatMap(([noun, subtypes]) => subtypes.map((subtype) => [subtype, noun] as const)),
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

const isRemark = (subtype: string, contents: string | undefined): contents is string =>
  remarks.has(subtype.toLowerCase()) && contents !== undefined && contents.trim() !== '';

/** The nouns of the annotations on a page that are left out. */
export const unshownOn = ({ annotations = [] }: ParsedPage, showsComments: boolean): string[] =>
  annotations.flatMap(({ subtype, contents }) => {
    if (isRemark(subtype, contents)) return showsComments ? [] : ['comment'];
    return unshown.get(subtype.toLowerCase()) ?? [];
  });

/** The remarks of readers on a page: sticky notes, and the texts of marks. */
export function commentsOf({ annotations = [], pageNum }: ParsedPage): Comment[] {
  return annotations.flatMap(({ subtype, contents, title, created, modified }) =>
    isRemark(subtype, contents)
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
