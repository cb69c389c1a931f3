import type { TextItem } from '@llamaindex/liteparse';
import { loadSharp } from '../sharp/load-sharp.ts';
import type { GreyImage } from './image-pdf.ts';

/** Recognizes the words on each image. */
export type Recognize = (images: readonly GreyImage[]) => Promise<(readonly TextItem[])[]>;

interface Reading {
  readonly words: readonly TextItem[];
  readonly characters: number;
  /** Mean over the characters, 0 to 1. */
  readonly confidence: number;
}

type Image = ReturnType<Awaited<ReturnType<typeof loadSharp>>>;

// Changes for readings with less than this confidence: removes speckles and halftone dots, blurs thin strokes, and blurs broken
// strokes. They make good images worse.
const passes: readonly { readonly below: number; readonly change: (image: Image) => Image }[] = [
  { below: 0.75, change: (image) => image.median(3) },
  { below: 0.9, change: (image) => image.blur(0.6) },
  { below: 0.88, change: (image) => image.blur(1.5) },
];
// Minimum pixels of a side for a second reading. No letter is smaller, nor are the windows of the changes.
const MIN_SIDE = 5;
// Characters with less than this confidence count against a reading.
const EVEN = 0.5;

/** The characters of recognized words, and their mean confidence. */
export function readingOf(words: readonly TextItem[]): Reading {
  let characters = 0;
  let sum = 0;
  for (const { text, confidence = 0 } of words) {
    characters += text.length;
    sum += text.length * confidence;
  }
  return { words, characters, confidence: characters === 0 ? 0 : sum / characters };
}

/** How much of a reading is likely to be right. */
export const worth = ({ characters, confidence }: Reading): number => characters * (confidence - EVEN);

async function changed(image: GreyImage, change: (image: Image) => Image): Promise<GreyImage> {
  const sharp = await loadSharp();
  const { pixels, width, height, dpi } = image;
  const other = change(sharp(pixels, { raw: { width, height, channels: 1 } }));
  return { pixels: await other.toColourspace('b-w').raw().toBuffer(), width, height, dpi };
}

/** Recognizes images with little or doubtful text again in other forms. Keeps the best reading of each. */
export async function recognizeAgain(
  images: readonly GreyImage[],
  first: readonly (readonly TextItem[])[],
  recognize: Recognize,
): Promise<(readonly TextItem[])[]> {
  const readings = first.map(readingOf);
  for (const [pass, { below, change }] of passes.entries()) {
    const again: { readonly at: number; readonly image: GreyImage }[] = [];
    for (const [at, original] of images.entries()) {
      const { characters = 0, confidence = 0 } = readings[at] ?? {};
      if (Math.min(original.width, original.height) < MIN_SIDE) continue;
      // What shows nothing twice is a picture.
      if (confidence >= below || (pass > 0 && characters === 0)) continue;
      again.push({ at, image: await changed(original, change) });
    }
    if (again.length === 0) continue;
    const others = (await recognize(again.map(({ image }) => image))).map(readingOf);
    for (const [index, { at }] of again.entries()) {
      const [before, after] = [readings[at], others[index]];
      if (before !== undefined && after !== undefined && worth(after) > worth(before)) readings[at] = after;
    }
  }
  return readings.map(({ words }) => words);
}
