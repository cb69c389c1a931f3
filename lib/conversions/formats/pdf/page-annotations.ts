import type { PageSpace } from '../../backends/pdfium/page-space.ts';
import { type PdfiumDocument, readText } from '../../backends/pdfium/pdfium-document.ts';
import { maxOf, minOf } from '../../base/arrays.ts';
import type { Box } from '../../shared/geometry/box.ts';
import { turnBack } from '../../shared/geometry/quarter-turns.ts';
import { type PageBox, shownBox } from './text-runs/page-objects.ts';

// The subtypes of annotations that are read, by their numbers (public/fpdf_annot.h).
const subtypes = [
  'unknown',
  'text',
  'link',
  'freetext',
  'line',
  'square',
  'circle',
  'polygon',
  'polyline',
  'highlight',
  'underline',
  'squiggly',
  'strikeout',
  'stamp',
  'caret',
  'ink',
  'popup',
  'fileattachment',
  'sound',
  'movie',
  'widget',
  'screen',
  'printermark',
  'trapnet',
  'watermark',
  'threed',
  'richmedia',
] as const;

/** The kind of an annotation (ISO 32000-1, table 169). */
export type AnnotationKind = (typeof subtypes)[number];

// The types of form fields by their numbers (public/fpdf_formfill.h).
const fieldTypes = [
  'unknown',
  'pushbutton',
  'checkbox',
  'radio',
  'combobox',
  'listbox',
  'text',
  'signature',
] as const;

/** A form field, of which each widget is one. */
export interface PageField {
  readonly name: string;
  readonly type: (typeof fieldTypes)[number];
  readonly value: string;
  /** Of a checkbox or radio button. */
  readonly checked: boolean;
  /** ISO 32000-1, tables 221, 226, 228 and 230. */
  readonly flags: number;
}

/** An annotation with its place on the page as shown. */
export interface PageAnnotation {
  /** Its index on the page. */
  readonly at: number;
  readonly kind: AnnotationKind;
  readonly rect: Box;
  /** The areas of a link to the web. */
  readonly areas: readonly Box[];
  /** The areas that it strikes through, in the space of the page. */
  readonly struck: readonly PageBox[];
  readonly contents: string;
  readonly title: string;
  /** As in the file; empty if it has none. */
  readonly created: string;
  readonly modified: string;
  /** The address of a link to the web. */
  readonly uri: string | undefined;
  readonly field: PageField | undefined;
}

// FLAT_NORMALDISPLAY (public/fpdf_flatten.h).
const AS_DISPLAYED = 0;
// Annotations that show text of their own.
const withText: ReadonlySet<AnnotationKind> = new Set(['widget', 'freetext', 'stamp']);

/**
 * Makes what the annotations of a page show part of it, such as the values of form fields. Returns true if the page has to be loaded
 * again.
 */
export const flattenAnnotations = (
  { fn }: PdfiumDocument,
  page: number,
  annotations: readonly PageAnnotation[],
): boolean =>
  annotations.some(({ kind }) => withText.has(kind)) && fn('FPDFPage_Flatten')(page, AS_DISPLAYED) === 1;

/** Turns annotations back with their page. */
export const turnedAnnotations = (
  annotations: readonly PageAnnotation[],
  turns: number,
  page: Parameters<typeof turnBack>[2],
): readonly PageAnnotation[] =>
  turns === 0
    ? annotations
    : annotations.map((each) => ({
        ...each,
        rect: turnBack(each.rect, turns, page),
        areas: each.areas.map((area) => turnBack(area, turns, page)),
      }));

// Annotations whose texts are not used.
const withoutTexts: ReadonlySet<AnnotationKind> = new Set(['link', 'widget', 'popup']);

// Hidden and NoView (ISO 32000-1, table 165).
const HIDDEN_FLAGS = 2 | 32;
// Maximum annotations of a page, and areas of one.
const MAX_ANNOTATIONS = 20_000;
const MAX_AREAS = 500;

/** Reads the annotations of a loaded page in their order, links only if they are needed: a manual has tens of thousands. */
export function annotationsOf(
  document: PdfiumDocument,
  page: number,
  space: PageSpace,
  needsLinks: boolean,
): PageAnnotation[] {
  const { fn, scratch, results } = document;
  const float = (at: number): number => results().getFloat32(at, true);
  const getString = fn('FPDFAnnot_GetStringValue');
  /** Returns the text of an entry of an annotation. */
  const textOf = (annotation: number, key: string): string => {
    const bytes = results();
    for (let at = 0; at <= key.length; at += 1) bytes.setUint8(at, key.charCodeAt(at) || 0);
    return readText(document, 'utf-16le', (buffer, size) => getString(annotation, scratch, buffer, size));
  };
  const boxOf = (box: PageBox): Box =>
    shownBox(
      {
        left: Math.min(box.left, box.right),
        right: Math.max(box.left, box.right),
        bottom: Math.min(box.bottom, box.top),
        top: Math.max(box.bottom, box.top),
      },
      space,
    );
  const rectOf = (annotation: number): Box | undefined =>
    fn('FPDFAnnot_GetRect')(annotation, scratch) === 0
      ? undefined
      : boxOf({ left: float(0), top: float(4), right: float(8), bottom: float(12) });
  const areasOf = (annotation: number): PageBox[] => {
    const count = Math.min(MAX_AREAS, fn('FPDFAnnot_CountAttachmentPoints')(annotation));
    return Array.from({ length: count }, (_, index) => {
      if (fn('FPDFAnnot_GetAttachmentPoints')(annotation, index, scratch) === 0) return [];
      const [across, down] = [
        [float(0), float(8), float(16), float(24)],
        [float(4), float(12), float(20), float(28)],
      ];
      return { left: minOf(across), right: maxOf(across), bottom: minOf(down), top: maxOf(down) };
    }).flat();
  };
  const isHidden = (annotation: number): boolean =>
    (fn('FPDFAnnot_GetFlags')(annotation) & HIDDEN_FLAGS) !== 0;
  const uriOf = (annotation: number): string | undefined => {
    const link = fn('FPDFAnnot_GetLink')(annotation);
    const action = link === 0 ? 0 : fn('FPDFLink_GetAction')(link);
    if (action === 0) return undefined;
    const uri = readText(document, 'utf-8', (buffer, size) =>
      fn('FPDFAction_GetURIPath')(document.handle, action, buffer, size),
    );
    return uri === '' ? undefined : uri;
  };
  const fieldOf = (annotation: number): PageField | undefined => {
    const handle = document.form();
    const type = handle === 0 ? undefined : fieldTypes[fn('FPDFAnnot_GetFormFieldType')(handle, annotation)];
    if (type === undefined) return undefined;
    const read = (name: string): string =>
      readText(document, 'utf-16le', (buffer, size) => fn(name)(handle, annotation, buffer, size));
    const value = read('FPDFAnnot_GetFormFieldValue');
    return {
      type,
      name: read('FPDFAnnot_GetFormFieldName'),
      value,
      checked: !['', 'Off'].includes(textOf(annotation, 'AS') || value),
      flags: fn('FPDFAnnot_GetFormFieldFlags')(handle, annotation),
    };
  };
  const found: PageAnnotation[] = [];
  const count = Math.min(MAX_ANNOTATIONS, fn('FPDFPage_GetAnnotCount')(page));
  for (let at = 0; at < count; at += 1) {
    const annotation = fn('FPDFPage_GetAnnot')(page, at);
    if (annotation === 0) continue;
    const kind = subtypes[fn('FPDFAnnot_GetSubtype')(annotation)] ?? 'unknown';
    if (kind === 'link' && !needsLinks) {
      fn('FPDFPage_CloseAnnot')(annotation);
      continue;
    }
    const rect = rectOf(annotation);
    const uri = kind === 'link' ? uriOf(annotation) : undefined;
    const ownText = (key: string): string => (withoutTexts.has(kind) ? '' : textOf(annotation, key));
    if (rect !== undefined)
      found.push({
        at,
        kind,
        rect,
        areas: uri === undefined ? [] : areasOf(annotation).map(boxOf),
        struck: kind === 'strikeout' && !isHidden(annotation) ? areasOf(annotation) : [],
        contents: ownText('Contents'),
        title: ownText('T'),
        created: ownText('CreationDate'),
        modified: ownText('M'),
        uri,
        field: kind === 'widget' ? fieldOf(annotation) : undefined,
      });
    fn('FPDFPage_CloseAnnot')(annotation);
  }
  return found;
}
