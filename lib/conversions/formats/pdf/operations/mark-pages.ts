import type { PDFDict } from '@cantoo/pdf-lib';
import type { PdfFile } from '../archive/pdf-file.ts';

const RESOURCE = 'DocForgeWatermark';

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

/**
 * Puts a watermark over each page of a tagged document, as an artifact (14.8.2.2). qpdf would put the page into an object
 * of its own, in which the marks of the tags have no meaning.
 */
export async function markPages(file: PdfFile, watermark: Uint8Array): Promise<void> {
  const { document, context, get, dictOf, set, lib } = file;
  const [mark] = await document.embedPdf(watermark, [0]);
  if (mark === undefined) return;
  const { PDFArray, PDFName } = lib;
  const start = context.register(context.stream('q\n'));
  for (const page of document.getPages()) {
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
    images.set(PDFName.of(RESOURCE), mark.ref);
    set(own, 'XObject', images);
    set(node, 'Resources', own);
    const content = node.get(PDFName.of('Contents'));
    const contents = context.lookup(content);
    const pieces = contents instanceof PDFArray ? contents.asArray() : content === undefined ? [] : [content];
    const end = context.stream(
      `\nQ\n/Artifact <</Type/Pagination/Subtype/Watermark>> BDC q ${matrix} cm /${RESOURCE} Do Q EMC\n`,
    );
    set(node, 'Contents', context.obj([start, ...pieces, context.register(end)]));
  }
}
