import type { PageSpace } from '../../../backends/pdfium/page-space.ts';
import { type PdfiumDocument, readText } from '../../../backends/pdfium/pdfium-document.ts';
import { NUMBER_EDGE } from '../../../shared/page-layout/running-lines.ts';
import { ARTIFACT, IN_FORM } from '../tagged/tag-tree.ts';
import type { PageObject } from './page-objects.ts';

// Maximum nested marks of an object.
const MAX_MARKS = 16;
// The entry of our own artifacts, which says what they are.
const OWN = Buffer.from('DocForge\0', 'latin1');
// Padded, so that a number may follow it.
const IDENTIFIER = Buffer.from('MCID\0\0\0\0', 'latin1');

/**
 * Returns a function that tells which of our artifacts an object is marked as, `Watermark` or `HeaderFooter`; empty for another
 * artifact (ISO 32000-2, 14.8.2.2), undefined for content.
 */
export function artifactReader(document: PdfiumDocument): (object: number) => string | undefined {
  const { fn, scratch, results } = document;
  const countMarks = fn('FPDFPageObj_CountMarks');
  const markAt = fn('FPDFPageObj_GetMark');
  const getName = fn('FPDFPageObjMark_GetName');
  const getParameter = fn('FPDFPageObjMark_GetParamStringValue');
  // Behind the key, at the start of the buffer for results.
  const length = scratch + OWN.length * 2;
  const lengthOf = (isFound: number): number =>
    isFound === 0 ? 0 : results().getUint32(length - scratch, true);
  return (object) => {
    const count = Math.min(countMarks(object), MAX_MARKS);
    for (let at = 0; at < count; at += 1) {
      const mark = markAt(object, at);
      const name = readText(document, 'utf-16le', (buffer, bytes) =>
        lengthOf(getName(mark, buffer, bytes, length)),
      );
      if (name !== 'Artifact') continue;
      for (const [index, byte] of OWN.entries()) results().setUint8(index, byte);
      return readText(document, 'utf-16le', (buffer, bytes) =>
        lengthOf(getParameter(mark, scratch, buffer, bytes, length)),
      );
    }
    return undefined;
  };
}

/**
 * Returns a function that returns the identifier of an object's innermost marked content, to which it belongs (ISO 32000-2, 14.7.5.2).
 * PDFium's own function returns that of the outermost. Negative if there is none.
 */
function contentReader({ fn, scratch, results }: PdfiumDocument): (object: number) => number {
  const outermostOf = fn('FPDFPageObj_GetMarkedContentID');
  const countMarks = fn('FPDFPageObj_CountMarks');
  const markAt = fn('FPDFPageObj_GetMark');
  const getNumber = fn('FPDFPageObjMark_GetParamIntValue');
  const value = scratch + IDENTIFIER.length;
  return (object) => {
    const outermost = outermostOf(object);
    const count = outermost < 0 ? 0 : countMarks(object);
    for (let at = Math.min(count, MAX_MARKS) - 1; at > 0; at -= 1) {
      for (const [index, byte] of IDENTIFIER.entries()) results().setUint8(index, byte);
      const isFound = getNumber(markAt(object, at), scratch, value) !== 0;
      if (isFound) return results().getInt32(IDENTIFIER.length, true);
    }
    return outermost;
  };
}

/**
 * Returns a function that returns the mark of an object: the identifier of its marked content, plus `IN_FORM` if it is numbered in
 * a form, or `ARTIFACT`. Undefined if neither it nor a form that it is in has one.
 */
export function markReader(
  document: PdfiumDocument,
): (found: Pick<PageObject, 'object' | 'forms'>) => number | undefined {
  const contentOf = contentReader(document);
  const artifactOf = artifactReader(document);
  return ({ object, forms }) => {
    for (let level = 0; level <= forms.length; level += 1) {
      const marked = level === 0 ? object : (forms[level - 1] ?? 0);
      const content = contentOf(marked);
      if (content >= 0) return level < forms.length ? IN_FORM + content : content;
      if (artifactOf(marked) !== undefined) return ARTIFACT;
    }
    return undefined;
  };
}

// Maximum texts by which a page is found to have tags.
const MAX_TEXTS = 50;

/**
 * Returns a function that tells whether a text object may be a page number: it is at the top or bottom of the page, and an artifact,
 * or has no tag on a page whose text has.
 */
export function edgeArtifacts(
  document: PdfiumDocument,
  space: PageSpace,
  texts: ReadonlyMap<number, PageObject>,
): (object: number, x: number, y: number) => boolean {
  const { fn } = document;
  const contentOf = fn('FPDFPageObj_GetMarkedContentID');
  const artifactOf = artifactReader(document);
  let isTagged: boolean | undefined;
  const hasTags = (): boolean =>
    fn('FPDFCatalog_IsTagged')(document.handle) !== 0 &&
    Array.from(texts.keys())
      .slice(0, MAX_TEXTS)
      .some((text) => contentOf(text) >= 0);
  return (object, x, y) => {
    const depth = space.toShown(x, y).y / space.height;
    if (depth > NUMBER_EDGE && depth < 1 - NUMBER_EDGE) return false;
    if ((texts.get(object)?.artifact ?? artifactOf(object)) !== undefined) return true;
    isTagged ??= hasTags();
    return isTagged && contentOf(object) < 0;
  };
}
