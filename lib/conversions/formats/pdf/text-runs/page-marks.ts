import type { PdfiumDocument } from '../../../backends/pdfium/pdfium-document.ts';
import { ARTIFACT, IN_FORM } from '../tagged/tag-tree.ts';
import { artifactReader } from './artifacts.ts';
import { objectTypes } from './page-objects.ts';

// Maximum objects in forms that are examined, and maximum nesting of forms.
const MAX_OBJECTS = 20_000;
const MAX_LEVELS = 8;

/**
 * Returns a function that returns the mark of an object: the identifier of its marked content, plus `IN_FORM` if it is numbered in
 * a form, or `ARTIFACT`. Undefined if it has neither.
 */
export function markReader(document: PdfiumDocument, page: number): (object: number) => number | undefined {
  const { fn } = document;
  const contentOf = fn('FPDFPageObj_GetMarkedContentID');
  const artifactOf = artifactReader(document);
  const ownMark = (object: number): number | undefined => {
    const content = contentOf(object);
    if (content >= 0) return content;
    return artifactOf(object) === undefined ? undefined : ARTIFACT;
  };

  const inForms = new Map<number, number | undefined>();
  const typeOf = fn('FPDFPageObj_GetType');
  const countIn = fn('FPDFFormObj_CountObjects');
  const objectIn = fn('FPDFFormObj_GetObject');
  let left = MAX_OBJECTS;
  const visit = (form: number, around: number | undefined, level: number): void => {
    const count = countIn(form);
    for (let at = 0; at < count && left > 0; at += 1, left -= 1) {
      const object = objectIn(form, at);
      const own = ownMark(object);
      const mark = own === undefined ? around : own === ARTIFACT ? own : IN_FORM + own;
      inForms.set(object, mark);
      if (level < MAX_LEVELS && typeOf(object) === objectTypes.form) visit(object, mark, level + 1);
    }
  };
  const objectAt = fn('FPDFPage_GetObject');
  const count = Math.min(fn('FPDFPage_CountObjects')(page), MAX_OBJECTS);
  for (let at = 0; at < count; at += 1) {
    const object = objectAt(page, at);
    if (typeOf(object) === objectTypes.form) visit(object, ownMark(object), 0);
  }
  return (object) => (inForms.has(object) ? inForms.get(object) : ownMark(object));
}
