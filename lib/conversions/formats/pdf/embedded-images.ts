import { countWere } from '../../base/count-of.ts';
import type { TreeImage } from '../../document/document-tree.ts';
import { imageType } from '../../document/image-store.ts';
import { type DamagedImage, damageWarnings } from '../../shared/images/damaged-images.ts';
import type { PlacedImage } from '../../shared/page-layout/text-run.ts';
import { type KnownPictures, MAX_ON_PAGE, type PagePicture, type PagePictures } from './page-pictures.ts';

// A document can contain thousands of images, and each could exhaust the memory.
const MAX_PICTURES = 1000;
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * Collects the images of a document's pages without duplicates. Images of whole pages, which are scans or backgrounds, only
 * if `keepsPages`, and after all others, so that the others have the same numbers, and names, in every result.
 */
export function imageCollector(keepsPages: boolean) {
  const images: TreeImage[] = [];
  const ofPages: TreeImage[] = [];
  const known: KnownPictures = new Set();
  const indexes = new Map<string, number | undefined>();
  let bytes = 0;
  let left = 0;
  let beyond = 0;
  const damaged: DamagedImage[] = [];
  const keep = (picture: PagePicture, into: TreeImage[]): number | undefined => {
    if (picture.damage !== undefined) damaged.push(picture.damage);
    if (picture.damage?.isCut === false) return undefined;
    const mime_type = picture.bytes === undefined ? undefined : imageType(picture.bytes);
    const size = picture.bytes?.byteLength ?? 0;
    const isTooMuch = images.length + ofPages.length >= MAX_PICTURES || bytes + size > MAX_BYTES;
    if (picture.bytes === undefined || mime_type === undefined || isTooMuch) {
      left += 1;
      return undefined;
    }
    bytes += size;
    into.push({ bytes: picture.bytes, mime_type, page: picture.page });
    return into.length - 1;
  };
  return {
    count: () => images.length,
    images: (): TreeImage[] => [...images, ...ofPages],
    /** The images that were read before, which need not be read again. */
    known,
    /** Adds images of a page. Returns where they are on it. */
    place: ({ pictures, beyondLimit }: PagePictures): PlacedImage[] => {
      beyond += beyondLimit;
      return pictures.flatMap((picture) => {
        if (picture.isPage && !keepsPages) return [];
        if (!indexes.has(picture.key))
          indexes.set(picture.key, keep(picture, picture.isPage ? ofPages : images));
        if (picture.isPage) return [];
        const index = indexes.get(picture.key);
        const { x, y, width, height, mark } = picture;
        return index === undefined ? [] : [{ x, y, width, height, index, mark }];
      });
    },
    warnings: (): string[] => [
      ...damageWarnings(damaged),
      ...(left === 0 ? [] : [`${countWere(left, 'image')} omitted: too many, too large, or damaged.`]),
      ...(beyond === 0
        ? []
        : [`${countWere(beyond, 'image')} omitted: the limit per page is ${MAX_ON_PAGE}.`]),
    ],
  };
}

/** Collects the images of one document. */
export type ImageCollector = ReturnType<typeof imageCollector>;
