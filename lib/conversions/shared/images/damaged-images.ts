import { countOf } from '../../base/count-of.ts';

/** An image on a page of a PDF that could not be decoded, or not to its end. */
export interface DamagedImage {
  readonly page: number;
  /** Position among the images of its page, from 1. */
  readonly number: number;
  /** The upper part was decoded. */
  readonly isCut: boolean;
}

const MAX_LISTED = 10;

function listedPlaces(images: readonly DamagedImage[]): string {
  const places = images.slice(0, MAX_LISTED).map(({ page, number }) => `image ${number} on page ${page}`);
  const more = images.length - places.length;
  return `${places.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Returns warnings that list damaged images. */
export function damageWarnings(images: readonly DamagedImage[]): string[] {
  const lost = images.filter(({ isCut }) => !isCut);
  const cut = images.filter(({ isCut }) => isCut);
  const damaged = (some: readonly DamagedImage[]): string =>
    `${countOf(some.length, 'image')} ${some.length === 1 ? 'is' : 'are'} damaged`;
  return [
    ...(lost.length === 0
      ? []
      : [`${damaged(lost)} and missing in the result: ${listedPlaces(lost)}. Replace them in the PDF.`]),
    ...(cut.length === 0
      ? []
      : [
          `${damaged(cut)}, so that the lower part is missing: ${listedPlaces(cut)}. Replace them in the PDF.`,
        ]),
  ];
}
