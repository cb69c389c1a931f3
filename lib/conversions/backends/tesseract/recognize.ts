import { availableParallelism } from 'node:os';
import type { LiteParseConfig, ParsedPage, TextItem } from '@llamaindex/liteparse';
import { maxOf } from '../../base/arrays.ts';
import { EngineRefusal } from '../../engine/engine.ts';
import { ConversionError } from '../../errors.ts';
import type { DamagedImage } from '../../shared/images/damaged-images.ts';
import { loadLiteparse } from '../liteparse/liteparse-config.ts';
import { withDarkText } from './dark-pixels.ts';
import { type GreyImage, imagePdf } from './image-pdf.ts';
import type { OcrLanguage } from './languages.ts';
import { levelled } from './level-image.ts';
import { type PagePart, partsOf } from './page-parts.ts';
import { readingText } from './reading-text.ts';
import { recoverWords } from './recover-words.ts';
import { restoreNumbers } from './restore-numbers.ts';
import { type Recognize, recognizeAgain } from './second-reading.ts';
import { sharedPages, wordsOfImages } from './shared-pages.ts';
import { splitWords } from './split-words.ts';
import { slopeOf, straighten } from './straighten.ts';
import { tessdataFolder } from './tessdata.ts';
import { type Turn, turnedImage, turnsOf } from './turn-upright.ts';

/** Pages per batch. Smaller batches leave a processor idle at the end, larger ones delay progress reports. */
export const OCR_BATCH = 6;

// Tesseract uses one processor. A divisor of the batch, so that only the last batch leaves a processor idle.
const OCR_WORKERS = [6, 3, 2].find((workers) => workers <= availableParallelism()) ?? 1;

/** Resolution for OCR: small print is recognized worse below it, and nothing is recognized better above it. */
export const OCR_DPI = 200;

const reading: Partial<LiteParseConfig> = { quiet: true, outputFormat: 'text', imageMode: 'off' };

const layout: Partial<LiteParseConfig> = {
  ...reading,
  ocrEnabled: false,
  extractBlocks: true,
  keepHeadersFooters: true,
  includeComplexity: true,
};

/** Recognizes the words on each image of some pages; coordinates are in points from the top left of the image. */
async function recognize(
  groups: readonly (readonly GreyImage[])[],
  languages: readonly OcrLanguage[],
): Promise<(readonly TextItem[])[]> {
  const { LiteParse } = await loadLiteparse();
  const reader = new LiteParse({
    ...reading,
    ocrEnabled: true,
    ocrLanguage: languages.join('+'),
    tessdataPath: await tessdataFolder(languages),
    dpi: maxOf(
      groups.flat().map(({ dpi }) => dpi),
      OCR_DPI,
    ),
    numWorkers: OCR_WORKERS,
  });
  const { pages } = await reader.parse(await imagePdf(groups)).catch((error: unknown) => {
    const message = 'Text recognition (OCR) of the page images failed. Try again.';
    throw new EngineRefusal(new ConversionError('internal_error', message, { cause: error }));
  });
  const words = new Map(pages.map((page) => [page.pageNum, page.textItems]));
  return groups.flatMap((images, at) => wordsOfImages(words.get(at + 1) ?? [], images));
}

const inReadingOrder = (item: TextItem): TextItem => ({ ...item, text: readingText(item.text) });

/** A page whose text was recognized. */
export interface RecognizedPage extends ParsedPage {
  /** Its words where they are on the image; `textItems` are level lines of them. */
  readonly recognizedWords: readonly TextItem[];
  /** Slope of its lines on the image, in points down per point to the right. */
  readonly slope: number;
  /** Number of places with text on it that could not be read. */
  readonly unread: number;
  /** Number of its numbers that may lack a point or a bracket. */
  readonly doubtful: number;
  /** By how much the image was turned; the page and its words are upright. */
  readonly turn: Turn;
  readonly hasFailed?: undefined;
  /** Images of a PDF's page that could not be drawn. */
  readonly damaged?: readonly DamagedImage[] | undefined;
}

/** A part of a page's image, the page it is of, and the words on it. */
interface ReadPart extends PagePart {
  readonly page: number;
  readonly words: readonly TextItem[];
}

/** Reads images once with level lines, and those that do not lie upright again after turning them. */
async function readUpright(images: readonly GreyImage[], readWords: Recognize) {
  const reading = async (parts: readonly Omit<ReadPart, 'words'>[]): Promise<ReadPart[]> => {
    const words = parts.length === 0 ? [] : await readWords(parts.map(({ image }) => image));
    return parts.map((part, at) => ({ ...part, words: words[at] ?? [] }));
  };
  // Split a last page that would leave a processor idle.
  const pairedCount = images.length - (images.length % OCR_WORKERS);
  const level = images.map(levelled);
  const parts = level.flatMap(({ image }, page) => {
    const cut = page < pairedCount ? [{ image, x: 0, y: 0 }] : partsOf(image);
    return cut.map((part) => ({ ...part, page }));
  });
  const read = await reading(parts);
  const wordsOf = (page: number) => read.flatMap((part) => (part.page === page ? part.words : []));
  const turns = await turnsOf(
    images,
    images.map((_, page) => wordsOf(page)),
    readWords,
  );
  const upright = images.map((image, page) => turnedImage(image, turns[page] ?? 0));
  const isTurned = (page: number): boolean => turns[page] !== 0;
  const levels = level.map((own, page) => (isTurned(page) ? levelled(upright[page] ?? own.image) : own));
  const again = levels.flatMap(({ image }, page) => (isTurned(page) ? [{ image, x: 0, y: 0, page }] : []));
  return {
    images: upright,
    turns,
    levels,
    parts: [...read.filter(({ page }) => !isTurned(page)), ...(await reading(again))],
  };
}

/**
 * Recognizes and lays out the text on page images, with Tesseract in liteparse. Returns pages with the given `numbers`;
 * sizes are in points. Fetches nothing.
 */
export async function recognizeImages(
  given: readonly GreyImage[],
  languages: readonly OcrLanguage[],
  numbers: readonly number[],
): Promise<RecognizedPage[]> {
  const readWords = (some: readonly GreyImage[]) =>
    recognize(
      some.map((image) => [image]),
      languages,
    );
  const readSheets = (some: readonly GreyImage[]) => recognize(sharedPages(some), languages);
  const { images, turns, levels, parts } = await readUpright(given.map(withDarkText), readWords);
  const readings = await recognizeAgain(
    parts.map(({ image }) => image),
    parts.map(({ words }) => words),
    readWords,
  );
  const recovered = await recoverWords(
    parts.map(({ image }, at) => ({ image, words: readings[at] ?? [] })),
    readSheets,
  );
  const read = parts.map((part, at) => {
    const { words = [], unread = 0 } = recovered[at] ?? {};
    return { ...part, ...restoreNumbers(words, part.image), unread };
  });
  const { LiteParse } = await loadLiteparse();
  /** The items of a page's parts, moved to their positions on the page and, if wanted, split into words. */
  const onPage = (
    page: number,
    split = (some: readonly TextItem[], _: GreyImage): readonly TextItem[] => some,
  ): TextItem[] => {
    const scale = 72 / (images[page]?.dpi ?? 72);
    return read
      .filter((part) => part.page === page)
      .flatMap(({ words, image, x, y, cut }) =>
        split(words, image).map((item) => {
          const isBelow = cut !== undefined && item.y + item.height / 2 > cut.from * scale;
          const down = y + (isBelow ? cut.to - cut.from : 0);
          const moved = { ...item, x: item.x + x * scale, y: item.y + down * scale };
          return levels[page]?.toOriginal(moved) ?? moved;
        }),
      );
  };
  const countOn = (page: number, count: (part: (typeof read)[number]) => number): number =>
    read.reduce((sum, part) => sum + (part.page === page ? count(part) : 0), 0);
  const items = images.map((_, page) => onPage(page));
  const slopes = items.map(slopeOf);
  const laidOut = new LiteParse(layout).parsePages(
    images.map(({ width, height, dpi }, page) => ({
      pageNumber: page + 1,
      pageWidth: (width * 72) / dpi,
      pageHeight: (height * 72) / dpi,
      textItems: straighten(items[page] ?? [], slopes[page]),
    })),
  );
  return laidOut.pages.map((page) => ({
    ...page,
    recognizedWords: onPage(page.pageNum - 1, splitWords),
    slope: slopes[page.pageNum - 1] ?? 0,
    unread: countOn(page.pageNum - 1, (part) => part.unread),
    doubtful: countOn(page.pageNum - 1, (part) => part.doubtful),
    turn: turns[page.pageNum - 1] ?? 0,
    pageNum: numbers[page.pageNum - 1] ?? page.pageNum,
    // Reorder only now: the layout analysis expects words from left to right.
    textItems: page.textItems.map(inReadingOrder),
  }));
}
