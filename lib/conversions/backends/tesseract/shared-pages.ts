import type { TextItem } from '@llamaindex/liteparse';
import type { GreyImage } from './image-pdf.ts';

// Maximum rows of images that share a page, about those of a page of text.
const MAX_SHARED_ROWS = 3000;

/**
 * Groups small images of one resolution into pages. For each page Tesseract starts again, which takes longer than reading
 * a few words. It takes the lines of a page for one size, so the resolutions of a page must not differ.
 */
export function sharedPages(images: readonly GreyImage[]): GreyImage[][] {
  const pages: GreyImage[][] = [];
  let rows = Infinity;
  for (const image of images) {
    const page = pages.at(-1);
    rows += image.height;
    if (rows <= MAX_SHARED_ROWS && page?.[0]?.dpi === image.dpi) page.push(image);
    else {
      pages.push([image]);
      rows = image.height;
    }
  }
  return pages;
}

/** Assigns the words of a page to its images, which are below each other. Coordinates are in points. */
export function wordsOfImages(words: readonly TextItem[], images: readonly GreyImage[]): TextItem[][] {
  let bottom = 0;
  return images.map(({ height, dpi }, at) => {
    const top = bottom;
    bottom += (height * 72) / dpi;
    const end = at === images.length - 1 ? Infinity : bottom;
    return words
      .filter((word) => {
        const middle = word.y + word.height / 2;
        return (at === 0 || middle >= top) && middle < end;
      })
      .map((word) => ({ ...word, y: word.y - top }));
  });
}
