import { contentHash } from '../../base/content-hash.ts';
import { countWere } from '../../base/count-of.ts';
import type { Inline } from '../../document/document-tree.ts';
import { createImageStore, type ImageStore } from '../../document/image-store.ts';
import type { Needs } from '../../document/needs.ts';
import type { HtmlElement } from './html-node.ts';

const DATA_URI = /^data:image\/(?:png|jpe?g|gif|webp|svg\+xml)((?:;[^,]*)?),/i;
const POINTS_PER_PIXEL = 0.75;

/** Decodes an image data URL (RFC 2397). Returns undefined for any other URL. */
function dataOf(source: string): Uint8Array | undefined {
  const prefix = DATA_URI.exec(source.slice(0, 200));
  if (prefix === null) return undefined;
  const data = source.slice(prefix[0].length);
  if (/;base64$/i.test(prefix[1] ?? ''))
    return Buffer.from(data.replaceAll(/%2B|%2F|%3D/gi, decodeURIComponent), 'base64');
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    return Buffer.from(data);
  }
}

const lengthOf = (value: string | undefined): number | undefined => {
  const pixels = /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/.exec(value ?? '')?.[1];
  return pixels === undefined || pixels === '0' ? undefined : Number(pixels) * POINTS_PER_PIXEL;
};

/** Returns the size attributes of an image in points. */
export const imageSize = ({ attributes }: HtmlElement) => ({
  width: lengthOf(attributes.width),
  height: lengthOf(attributes.height),
});

/** The embedded images of a page. Nothing is fetched: other images are replaced with their alternative text. */
interface PageImages extends Omit<ImageStore, 'place'> {
  readonly placeImage: (element: HtmlElement) => readonly Inline[];
}

/** Collects the embedded images of a page, in `store` if other images of the document are in it too. */
export function createPageImages(needs: Needs, store: ImageStore = createImageStore(needs)): PageImages {
  let elsewhere = 0;
  return {
    placeImage: (element) => {
      const source = element.attributes.src?.trim() ?? '';
      const alt = element.attributes.alt ?? '';
      const size = imageSize(element);
      // Skip tracking pixels.
      if (size.width === POINTS_PER_PIXEL && size.height === POINTS_PER_PIXEL) return [];
      if (!/^data:/i.test(source) && source !== '') elsewhere += 1;
      const bytes = dataOf(source);
      const key = bytes === undefined ? source : contentHash(bytes);
      return store.place({ key, read: () => bytes, alt, ...size });
    },
    images: store.images,
    warnings: () => [
      ...(elsewhere > 0
        ? [`${countWere(elsewhere, 'external image')} not fetched; the alternative text is used instead.`]
        : []),
      ...store.warnings(),
    ],
  };
}
