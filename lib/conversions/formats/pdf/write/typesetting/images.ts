import { loadSharp } from '../../../../backends/sharp/load-sharp.ts';
import type { VirtualFile } from '../../../../backends/typst/typst-compiler.ts';
import type { DocumentTree, TreeImage } from '../../../../document/document-tree.ts';
import { imageSize, type Size } from '../../../../document/image-size.ts';
import { imageType } from '../../../../document/image-store.ts';
import { imageExtensions } from '../../../../document/tree-images.ts';
import { ConversionError } from '../../../../errors.ts';
import { checkImages } from '../../../svg/embedded-images.ts';
import { safeSvg } from '../../../svg/safe-svg.ts';
import { POINTS_PER_PIXEL } from '../page-placement.ts';

/** An image with a valid header. Lengths in points. */
export interface DecodableImage {
  readonly file: VirtualFile;
  readonly width: number;
  readonly height: number;
}

// A decoded pixel takes 8 bytes: 40 million are 320 MB of a worker's 3 GB. All images of a document stay in memory.
const MAX_PIXELS = 40_000_000;
const MAX_PIXELS_IN_TOTAL = 150_000_000;

// Larger SVGs, such as maps, take seconds each.
const MAX_SVG_BYTES = 8_000_000;

const isSize = ({ width, height }: Size): boolean =>
  width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height);

/**
 * Returns an image that is safe to lay out: an SVG without external references. Undefined if the SVG is invalid or too
 * complex.
 */
async function safeBytes(
  bytes: Uint8Array,
  type: TreeImage['mime_type'],
  warnings: Set<string>,
): Promise<Uint8Array | undefined> {
  if (type !== 'image/svg+xml') return bytes;
  if (bytes.length > MAX_SVG_BYTES) return undefined;
  try {
    const { svg, images, warnings: ofSvg } = await safeSvg(bytes);
    for (const warning of ofSvg) warnings.add(warning);
    if (images.length > 0) await checkImages(await loadSharp(), images);
    return Buffer.from(svg);
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

/** The images of a document by index; undefined for those that are unreadable or too large. */
interface DocumentImages {
  readonly images: readonly (DecodableImage | undefined)[];
  readonly warnings: readonly string[];
}

/** Reads the types and sizes of the images. Decodes nothing except SVGs. */
export async function documentImages({ images }: Pick<DocumentTree, 'images'>): Promise<DocumentImages> {
  let broken = 0;
  let large = 0;
  let pixels = 0;
  const decodable: (DecodableImage | undefined)[] = [];
  // A set, because many SVGs cause the same warning.
  const svgWarnings = new Set<string>();
  for (const [index, image] of images.entries()) {
    const type = imageType(image.bytes);
    const bytes = type === undefined ? undefined : await safeBytes(image.bytes, type, svgWarnings);
    const size = type === undefined || bytes === undefined ? undefined : imageSize(bytes, type);
    if (type === undefined || bytes === undefined || size === undefined || !isSize(size)) {
      broken += 1;
      decodable.push(undefined);
      continue;
    }
    const count = type === 'image/svg+xml' ? 0 : size.width * size.height;
    if (count > MAX_PIXELS || pixels + count > MAX_PIXELS_IN_TOTAL) {
      large += 1;
      decodable.push(undefined);
      continue;
    }
    pixels += count;
    const [width, height] = [size.width * POINTS_PER_PIXEL, size.height * POINTS_PER_PIXEL];
    decodable.push({ file: { name: `image-${index}.${imageExtensions[type]}`, bytes }, width, height });
  }
  const warnings = [
    ...svgWarnings,
    ...(broken > 0 ? [brokenImagesWarning(broken)] : []),
    ...(large > 0
      ? [
          `${large} ${large === 1 ? 'image was' : 'images were'} omitted: the limit is ${MAX_PIXELS} pixels per image and ${MAX_PIXELS_IN_TOTAL} in total. Reduce their size.`,
        ]
      : []),
  ];
  return { images: decodable, warnings };
}

/** The warning about unreadable images. */
export const brokenImagesWarning = (count: number): string =>
  `${count} unreadable ${count === 1 ? 'image was' : 'images were'} replaced by alternative text.`;
