import { ConversionError } from '../../../../../errors.ts';
import { loadSharp } from '../../../../backends/sharp/load-sharp.ts';
import type { VirtualFile } from '../../../../backends/typst/typst-compiler.ts';
import type { DocumentTree, TreeImage } from '../../../../document/document-tree.ts';
import { imageSize, type Size } from '../../../../document/image-size.ts';
import { imageType } from '../../../../document/image-store.ts';
import { imageExtensions } from '../../../../document/tree-images.ts';
import { checkImages } from '../../../svg/embedded-pictures.ts';
import { safeSvg } from '../../../svg/safe-svg.ts';

/** A picture that can be set. Lengths in points. */
export interface SettableImage {
  readonly file: VirtualFile;
  readonly width: number;
  readonly height: number;
}

// A pixel is one of 96 to the inch (CSS Values 4, 6.2).
const POINTS_PER_PIXEL = 0.75;
// A decoded pixel takes 4 bytes twice: 40 million are 320 MB of a worker's 3 GB, and all of a document's are kept.
const MAX_PIXELS = 40_000_000;
const MAX_PIXELS_IN_ALL = 150_000_000;

// Drawings of this size are maps, and take seconds each.
const MAX_SVG_BYTES = 8_000_000;

const isSize = ({ width, height }: Size): boolean =>
  width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height);

/**
 * The picture as it may be set: a drawing without what lies outside of it; undefined where it is none or does too
 * much.
 */
async function safeBytes(
  bytes: Uint8Array,
  type: TreeImage['mimeType'],
  warnings: Set<string>,
): Promise<Uint8Array | undefined> {
  if (type !== 'image/svg+xml') return bytes;
  if (bytes.length > MAX_SVG_BYTES) return undefined;
  try {
    const { svg, pictures, warnings: told } = await safeSvg(bytes);
    for (const warning of told) warnings.add(warning);
    if (pictures.length > 0) await checkImages(await loadSharp(), pictures);
    return Buffer.from(svg);
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

/** The pictures of a document, by their index; undefined where one can't be set. */
export interface DocumentImages {
  readonly images: readonly (SettableImage | undefined)[];
  readonly warnings: readonly string[];
}

/** Reads what kind and size the pictures are of. Nothing but drawings is decoded here. */
export async function documentImages({ images }: Pick<DocumentTree, 'images'>): Promise<DocumentImages> {
  let broken = 0;
  let large = 0;
  let pixels = 0;
  const settable: (SettableImage | undefined)[] = [];
  // Many drawings have the same to tell.
  const ofDrawings = new Set<string>();
  for (const [index, image] of images.entries()) {
    const type = imageType(image.bytes);
    const bytes = type === undefined ? undefined : await safeBytes(image.bytes, type, ofDrawings);
    const size = type === undefined || bytes === undefined ? undefined : imageSize(bytes, type);
    if (type === undefined || bytes === undefined || size === undefined || !isSize(size)) {
      broken += 1;
      settable.push(undefined);
      continue;
    }
    const count = type === 'image/svg+xml' ? 0 : size.width * size.height;
    if (count > MAX_PIXELS || pixels + count > MAX_PIXELS_IN_ALL) {
      large += 1;
      settable.push(undefined);
      continue;
    }
    pixels += count;
    const [width, height] = [size.width * POINTS_PER_PIXEL, size.height * POINTS_PER_PIXEL];
    settable.push({ file: { name: `image-${index}.${imageExtensions[type]}`, bytes }, width, height });
  }
  const warnings = [
    ...ofDrawings,
    ...(broken > 0 ? [brokenImagesWarning(broken)] : []),
    ...(large > 0
      ? [
          `Pictures of more than ${MAX_PIXELS} pixels, or ${MAX_PIXELS_IN_ALL} in all, were left out: ${large}. Make them smaller.`,
        ]
      : []),
  ];
  return { images: settable, warnings };
}

/** What the client is told about pictures that could not be read. */
export const brokenImagesWarning = (count: number): string =>
  `Pictures that can't be read were left out, and their alternative text stands in their place: ${count}.`;
