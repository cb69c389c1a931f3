import type { PDFArray, PDFDict, PDFPage } from '@cantoo/pdf-lib';
import type { PdfFile } from './pdf-file.ts';

// ISO 19005-2, 6.3.1.
const FORBIDDEN = new Set(['3D', 'Sound', 'Screen', 'Movie', 'RichMedia', 'TrapNet']);
// Have no appearance of their own (6.3.3).
const WITHOUT_APPEARANCE = new Set(['Popup', 'Link']);

// Flags of ISO 32000-1, table 165: what hides an annotation, and what prints it.
const INVISIBLE = 1;
const HIDDEN = 2;
const PRINT = 4;
const NO_VIEW = 32;
const TOGGLE_NO_VIEW = 256;
const HIDING = INVISIBLE | HIDDEN | NO_VIEW;

/** How an annotation can be kept. */
type Verdict = 'kept' | 'hidden' | 'lost';

function isEmptyRectangle({ get, itemsOf, numberOf }: PdfFile, annotation: PDFDict): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = itemsOf(get(annotation, 'Rect')).map(
    (side) => numberOf(side) ?? 0,
  );
  return left === right && bottom === top;
}

/** Makes the appearance one that PDF/A allows: only the normal one, a dictionary of states for buttons alone. */
function fixAppearance(file: PdfFile, annotation: PDFDict): Verdict {
  const { get, set, remove, dictOf, streamOf, nameOf, entriesOf } = file;
  const appearance = dictOf(get(annotation, 'AP'));
  const normal = get(appearance, 'N');
  if (appearance !== undefined) remove(appearance, 'D', 'R');
  const isWidget = nameOf(get(annotation, 'Subtype')) === 'Widget';
  const field = nameOf(get(annotation, 'FT')) ?? nameOf(get(dictOf(get(annotation, 'Parent')), 'FT'));
  const isButton = isWidget && field === 'Btn';
  if (streamOf(normal) !== undefined) {
    if (!isButton || appearance === undefined) return 'kept';
    // A push button has one appearance, which becomes that of its only state.
    const states = file.context.obj({});
    states.set(file.lib.PDFName.of('Off'), file.refTo(normal ?? states));
    set(appearance, 'N', states);
    set(annotation, 'AS', file.lib.PDFName.of('Off'));
    return 'kept';
  }
  const states = entriesOf(dictOf(normal));
  if (states.length > 0 && isButton) return 'kept';
  const state = nameOf(get(annotation, 'AS'));
  const shown = states.find(([name]) => name === state)?.[1] ?? states[0]?.[1];
  if (shown !== undefined && appearance !== undefined) {
    set(appearance, 'N', file.refTo(shown));
    return 'kept';
  }
  if (!isWidget) return 'lost';
  // A field without an appearance and a value shows nothing.
  return get(annotation, 'V') === undefined ? 'hidden' : 'lost';
}

function fixAnnotation(file: PdfFile, annotation: PDFDict): Verdict {
  const { get, set, remove, nameOf, numberOf } = file;
  const subtype = nameOf(get(annotation, 'Subtype')) ?? '';
  const flags = numberOf(get(annotation, 'F')) ?? 0;
  if ((flags & HIDING) !== 0) return 'hidden';
  if (FORBIDDEN.has(subtype)) return 'lost';
  if (subtype === 'FileAttachment' && get(annotation, 'FS') === undefined) return 'lost';
  if (subtype === 'Widget') remove(annotation, 'A', 'AA');
  if (subtype !== 'Popup') set(annotation, 'F', file.lib.PDFNumber.of((flags & ~TOGGLE_NO_VIEW) | PRINT));
  if (WITHOUT_APPEARANCE.has(subtype)) {
    remove(annotation, 'AP');
    return 'kept';
  }
  return isEmptyRectangle(file, annotation) ? 'kept' : fixAppearance(file, annotation);
}

/** Makes the annotations of a page those that PDF/A allows. Returns how many were removed that could be seen. */
function fixPage(file: PdfFile, page: PDFPage, keepsFiles: boolean): number {
  const { get, dictOf, itemsOf, remove, nameOf, context, lib } = file;
  const annotations = itemsOf(get(page.node, 'Annots')).flatMap((annotation) => dictOf(annotation) ?? []);
  if (annotations.length === 0) {
    remove(page.node, 'Annots');
    return 0;
  }
  let lost = 0;
  const kept: PDFArray = context.obj([]);
  for (const annotation of annotations) {
    const isFile = nameOf(get(annotation, 'Subtype')) === 'FileAttachment' && !keepsFiles;
    const verdict = isFile ? 'lost' : fixAnnotation(file, annotation);
    if (verdict === 'kept') kept.push(file.refTo(annotation));
    if (verdict === 'lost') lost += 1;
  }
  page.node.set(lib.PDFName.of('Annots'), kept);
  return lost;
}

/** Makes all annotations those that PDF/A allows (ISO 19005-2, 6.3). Returns how many were removed that could be seen. */
export function fixAnnotations(file: PdfFile, keepsFiles: boolean): number {
  return file.document.getPages().reduce((lost, page) => lost + fixPage(file, page, keepsFiles), 0);
}
