import { countWere } from '../base/count-of.ts';
import { isPackageInstalled, loadPackage } from '../base/package-assets.ts';
import type { DocumentTree, TreeImage } from './document-tree.ts';

/** A file type of Windows metafiles ([MS-EMF], [MS-WMF]). */
export type MetafileType = 'emf' | 'wmf';

const EMF_SIGNATURE_AT = 40;

/** Detects a Windows metafile; undefined for all other files. */
export function metafileType(bytes: Uint8Array): MetafileType | undefined {
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteLength < 18) return undefined;
  const view = new DataView(buffer, byteOffset, byteLength);
  // " EMF", [MS-EMF] 2.2.9.
  if (byteLength >= 88 && view.getUint32(0, true) === 1)
    return view.getUint32(EMF_SIGNATURE_AT, true) === 0x464d4520 ? 'emf' : undefined;
  if (view.getUint32(0, true) === 0x9ac6cdd7) return 'wmf';
  // A header without the placeable one, [MS-WMF] 2.3.2.2: type, size in words, version.
  const [type, words, version] = [0, 2, 4].map((at) => view.getUint16(at, true));
  return (type === 1 || type === 2) && words === 9 && (version === 0x100 || version === 0x300)
    ? 'wmf'
    : undefined;
}

// A drawing has no more; the raster operations that need pixels stay within the page of a screen.
const MAX_RECORDS = 100_000;
const MAX_PIXELS_ACROSS = 4_096;
const MAX_SVG_CHARACTERS = 20_000_000;

const converterPackage = 'emf-converter';

/** Draws a Windows metafile as SVG. Returns undefined if it is damaged or empty, or larger than 20 MB as SVG. */
async function metafileToSvg(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const { convertMetafileToSvg } = await loadPackage<typeof import('emf-converter')>(converterPackage);
  const svg = await convertMetafileToSvg(new Uint8Array(bytes).buffer, {
    // The same input produces the same bytes.
    idPrefix: 'm-',
    maxRecords: MAX_RECORDS,
    maxCanvasDimension: MAX_PIXELS_ACROSS,
    exactRasterOps: false,
  }).catch(() => null);
  if (svg === null || svg === '' || svg.length > MAX_SVG_CHARACTERS) return undefined;
  return Buffer.from(svg);
}

/** What the image of a metafile is until it is drawn, and if that fails. */
export const undrawn: Pick<TreeImage, 'bytes' | 'mime_type'> = {
  bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
  mime_type: 'image/svg+xml',
};

/**
 * Draws the Windows metafiles among a document's images. The warnings count those that could not be drawn: damaged ones, and
 * all of them in a worker without the converter.
 */
export async function drawMetafiles(
  tree: DocumentTree,
): Promise<{ readonly tree: DocumentTree; readonly warnings: readonly string[] }> {
  const count = tree.images.filter(({ metafile }) => metafile !== undefined).length;
  if (count === 0) return { tree, warnings: [] };
  if (!isPackageInstalled(converterPackage))
    return { tree, warnings: [`${countWere(count, 'image')} left blank: EMF and WMF are not drawn here.`] };
  let failed = 0;
  const images: TreeImage[] = [];
  for (const image of tree.images) {
    const bytes = image.metafile === undefined ? image.bytes : await metafileToSvg(image.metafile.bytes);
    if (bytes === undefined) failed += 1;
    images.push(bytes === undefined ? image : { ...image, bytes });
  }
  const warnings =
    failed === 0 ? [] : [`${countWere(failed, 'image')} left blank: the EMF or WMF file is damaged.`];
  return { tree: { ...tree, images }, warnings };
}
