import type { PDFDict, PDFPage } from '@cantoo/pdf-lib';
import type { PdfFile } from '../archive/pdf-file.ts';

/** The box of a page that is shown and printed, as qpdf chooses it for overlays (ISO 32000-1, 14.11.2). */
function boxOf({ get, itemsOf, numberOf, dictOf }: PdfFile, page: PDFDict): [number, number, number, number] {
  for (const key of ['TrimBox', 'CropBox', 'MediaBox']) {
    // Boxes are inherited from the nodes above; qpdf has ended loops.
    for (let node: PDFDict | undefined = page; node !== undefined; node = dictOf(get(node, 'Parent'))) {
      const [a, b, c, d] = itemsOf(get(node, key)).map(numberOf);
      if (a !== undefined && b !== undefined && c !== undefined && d !== undefined)
        return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
      if (key === 'TrimBox') break;
    }
  }
  return [0, 0, 612, 792];
}

/** Encloses the content of a page in operators (7.8.2). */
export function encloseContent(
  { context, lib, set }: PdfFile,
  page: PDFPage,
  before: string,
  after: string,
): void {
  const { node } = page;
  const content = node.get(lib.PDFName.of('Contents'));
  const contents = context.lookup(content);
  const pieces =
    contents instanceof lib.PDFArray ? contents.asArray() : content === undefined ? [] : [content];
  const [start, end] = [before, after].map((operators) => context.register(context.stream(operators)));
  if (start !== undefined && end !== undefined) set(node, 'Contents', context.obj([start, ...pieces, end]));
}

/**
 * Puts the pages of a PDF over those of a tagged document, or its only page over each of them, as artifacts (14.8.2.2). qpdf would
 * put a page into an object of its own, in which the marks of the tags have no meaning.
 *
 * @param kind of the artifacts; also names them on their pages
 */
export async function markPages(
  file: PdfFile,
  overlay: Uint8Array,
  kind: 'Watermark' | 'HeaderFooter',
): Promise<void> {
  const { document, context, get, dictOf, set, lib } = file;
  const pages = document.getPages();
  const marks = await document.embedPdf(overlay, kind === 'Watermark' ? [0] : pages.map((_, index) => index));
  const { PDFName } = lib;
  for (const [index, page] of pages.entries()) {
    const mark = marks[kind === 'Watermark' ? 0 : index];
    if (mark === undefined) return;
    const { node } = page;
    const [left, bottom, right, top] = boxOf(file, node);
    const scale = Math.min((right - left) / mark.width, (top - bottom) / mark.height);
    const angle = (((page.getRotation().angle % 360) + 360) % 360) * (Math.PI / 180);
    const [cos, sin] = [Math.round(Math.cos(angle)) * scale, Math.round(Math.sin(angle)) * scale];
    const [halfWidth, halfHeight] = [mark.width / 2, mark.height / 2];
    const x = (left + right) / 2 - cos * halfWidth + sin * halfHeight;
    const y = (bottom + top) / 2 - sin * halfWidth - cos * halfHeight;
    const matrix = [cos, sin, -sin, cos, x, y].map((value) => String(Number(value.toFixed(4)))).join(' ');
    const resources = dictOf(node.Resources()) ?? context.obj({});
    const own = context.obj({});
    for (const [key, value] of resources.entries()) own.set(key, value);
    const images = context.obj({});
    for (const [key, value] of dictOf(get(resources, 'XObject'))?.entries() ?? []) images.set(key, value);
    images.set(PDFName.of(`DocForge${kind}`), mark.ref);
    set(own, 'XObject', images);
    set(node, 'Resources', own);
    // 14.8.2.2.2: a watermark has a subtype of its own; headers and footers have one each. Our reader leaves out what has our entry:
    // PDFium does not return subtypes.
    const type = kind === 'Watermark' ? '/Type/Pagination/Subtype/Watermark' : '/Type/Pagination';
    const draw = `/Artifact <<${type}/DocForge(${kind})>> BDC q ${matrix} cm /DocForge${kind} Do Q EMC`;
    encloseContent(file, page, 'q\n', `\nQ\n${draw}\n`);
  }
}
