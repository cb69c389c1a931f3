import type { Pin } from '../../backends/pdfium/document-details.ts';
import type { Comment } from '../../document/document-model.ts';
import { type Box, isAmid } from '../../shared/geometry/box.ts';
import type { AnnotationKind, PageAnnotation } from './page-annotations.ts';
import { parsePdfDate } from './pdf-info.ts';

// Annotations with a remark of a reader (ISO 32000-1, 12.5.6); links, fields and pop-ups have none.
const marks: readonly (readonly [noun: string, kinds: readonly AnnotationKind[]])[] = [
  ['highlight', ['highlight', 'underline', 'squiggly', 'strikeout']],
  ['stamp', ['stamp']],
  ['drawn mark', ['caret', 'ink', 'square', 'circle', 'line', 'polygon', 'polyline']],
];
const remarks: ReadonlySet<AnnotationKind> = new Set<AnnotationKind>([
  'text',
  ...marks.flatMap(([, kinds]) => kinds),
]);

// Annotations that no target shows, and marks without a remark, by their nouns.
const unshown: ReadonlyMap<AnnotationKind, string> = new Map(
  [
    ...marks,
    ['attached file', ['fileattachment']] as const,
    ['media clip', ['screen', 'movie', 'sound', 'richmedia']] as const,
    ['3D model', ['threed']] as const,
  ].flatMap(([noun, kinds]) => kinds.map((kind) => [kind, noun] as const)),
);

/** Where files are pinned to a page. */
export const pinsOf = (page: number, annotations: readonly PageAnnotation[]): Pin[] =>
  annotations.flatMap(({ kind, at }) => (kind === 'fileattachment' ? [{ page, annotation: at }] : []));

/** Texts that were typed onto a page, as fields whose value the file may not draw. */
export const typedTexts = (
  annotations: readonly PageAnnotation[],
): { readonly value: string; readonly rect: Box }[] =>
  annotations.flatMap(({ kind, contents, rect }) =>
    kind === 'freetext' && contents.trim() !== '' ? [{ value: contents.trim(), rect }] : [],
  );

const isRemark = ({ kind, contents }: PageAnnotation): boolean => remarks.has(kind) && contents.trim() !== '';

/** The nouns of the annotations on a page that are left out. `struck` is the text that is shown as struck through. */
export const unshownOn = (
  annotations: readonly PageAnnotation[],
  { showsComments, struck }: { readonly showsComments: boolean; readonly struck: readonly Box[] },
): string[] =>
  annotations.flatMap((annotation) => {
    const { kind, rect } = annotation;
    if (isRemark(annotation)) return showsComments ? [] : ['comment'];
    if (kind === 'strikeout' && struck.some((run) => isAmid(run, rect))) return [];
    return unshown.get(kind) ?? [];
  });

/** The remarks of readers on a page: sticky notes, and the texts of marks. */
export const commentsOf = (page: number, annotations: readonly PageAnnotation[]): Comment[] =>
  annotations.filter(isRemark).map(({ contents, title, created, modified }) => ({
    author: title || null,
    created: parsePdfDate(created || modified || null),
    text: contents.trim(),
    page,
  }));
