import { type PdfiumDocument, readText } from '../../../backends/pdfium/pdfium-document.ts';
import type { TextTag } from '../../../shared/page-layout/text-run.ts';

// Maximum elements of a page that are read, and maximum nesting.
const MAX_ELEMENTS = 20_000;
const MAX_LEVELS = 64;

const HEADING = /^H([1-6])$/;

/** Returns the tag of an element by its type (ISO 32000-2, 14.8.4). Undefined if it inherits that of its parent. */
function tagOf(type: string): TextTag | undefined {
  const level = HEADING.exec(type)?.[1];
  if (level !== undefined) return Number(level);
  if (type === 'Title' || type === 'H') return 1;
  if (type === 'Caption') return 'caption';
  return type === 'P' || type === 'LI' || type === 'Table' || type === 'TOC' ? 'text' : undefined;
}

/** Returns true if a document has tags. */
const isTagged = ({ fn, handle }: PdfiumDocument): boolean => fn('FPDFCatalog_IsTagged')(handle) !== 0;

/** Returns a function that returns the tag of a text object. Undefined if the page has no tags. */
export function tagReader(
  document: PdfiumDocument,
  page: number,
): ((object: number) => TextTag | undefined) | undefined {
  if (!isTagged(document)) return undefined;
  const { fn } = document;
  const tree = fn('FPDF_StructTree_GetForPage')(page);
  if (tree === 0) return undefined;
  const getType = fn('FPDF_StructElement_GetType');
  const childAt = fn('FPDF_StructElement_GetChildAtIndex');
  const contentAt = fn('FPDF_StructElement_GetChildMarkedContentID');
  const countChildren = fn('FPDF_StructElement_CountChildren');
  const tags = new Map<number, TextTag>();
  let seen = 0;
  const visit = (element: number, around: TextTag | undefined, level: number): void => {
    seen += 1;
    if (element === 0 || seen > MAX_ELEMENTS || level > MAX_LEVELS) return;
    const tag =
      tagOf(readText(document, 'utf-16le', (buffer, bytes) => getType(element, buffer, bytes))) ?? around;
    for (let at = 0, count = countChildren(element); at < count && seen <= MAX_ELEMENTS; at += 1) {
      const content = contentAt(element, at);
      if (content < 0) visit(childAt(element, at), tag, level + 1);
      else if (tag !== undefined) tags.set(content, tag);
    }
  };
  const rootAt = fn('FPDF_StructTree_GetChildAtIndex');
  const roots = fn('FPDF_StructTree_CountChildren')(tree);
  for (let at = 0; at < roots && seen <= MAX_ELEMENTS; at += 1) visit(rootAt(tree, at), undefined, 0);
  fn('FPDF_StructTree_Close')(tree);
  if (tags.size === 0) return undefined;
  const contentOf = fn('FPDFPageObj_GetMarkedContentID');
  return (object) => tags.get(contentOf(object));
}
