import { createHash } from 'node:crypto';
import type { ParseResult } from '@llamaindex/liteparse';
import type { TreeImage } from '../../document/document-tree.ts';
import { imageType } from '../../document/image-store.ts';
import type { PlacedImage } from '../../shared/page-layout/text-run.ts';

// A document can contain thousands of images, and each could exhaust the memory.
const MAX_PICTURES = 1000;
const MAX_PIXELS = 50_000_000;
const MAX_BYTES = 128 * 1024 * 1024;
// Pixels; smaller ones are rules, bullets and parts of gradients.
const SMALLEST = 8;

/** Collects the images of a document's pages without duplicates. */
export function imageCollector() {
  const images: TreeImage[] = [];
  const byHash = new Map<string, number>();
  let bytes = 0;
  let left = 0;
  const placeOf = (image: ParseResult['images'][number]): number | undefined => {
    const { width, height } = image;
    if (width < SMALLEST || height < SMALLEST || image.bytes.byteLength === 0) return undefined;
    const hash = createHash('sha256').update(image.bytes).digest('base64');
    const known = byHash.get(hash);
    if (known !== undefined) return known;
    const mimeType = imageType(image.bytes);
    const isTooMuch =
      images.length >= MAX_PICTURES ||
      width * height > MAX_PIXELS ||
      bytes + image.bytes.byteLength > MAX_BYTES;
    if (mimeType === undefined || isTooMuch) {
      left += 1;
      return undefined;
    }
    bytes += image.bytes.byteLength;
    images.push({
      bytes: image.bytes,
      mimeType,
      widthPixels: width,
      heightPixels: height,
      page: image.page,
    });
    byHash.set(hash, images.length - 1);
    return images.length - 1;
  };
  return {
    images,
    /** Extracts the images of some pages. Returns their positions by page. */
    collect: (found: ParseResult['images']): Map<number, PlacedImage[]> => {
      const placed = found.flatMap((image) => {
        const index = placeOf(image);
        return index === undefined ? [] : [{ page: image.page, placed: { ...image.bbox, index } }];
      });
      return new Map(
        [...Map.groupBy(placed, ({ page }) => page)].map(([page, list]) => [
          page,
          list.map(({ placed: each }) => each),
        ]),
      );
    },
    warnings: (): string[] =>
      left === 0
        ? []
        : [
            `${left} ${left === 1 ? 'image was' : 'images were'} omitted: too many, too large, or in an unsupported format.`,
          ],
  };
}
