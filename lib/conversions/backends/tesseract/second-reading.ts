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

// Noise and thin strokes are recognized better after a little blur; good images are recognized worse. Standard
// deviation in pixels, and the confidence below which a reading is tried again.
const passes = [
  { blur: 0.6, below: 0.9 },
  { blur: 1.5, below: 0.8 },
] as const;
// Characters with less confidence count against a reading.
const EVEN = 0.5;

function readingOf(words: readonly TextItem[]): Reading {
  let characters = 0;
  let sum = 0;
  for (const { text, confidence = 0 } of words) {
    characters += text.length;
    sum += text.length * confidence;
  }
  return { words, characters, confidence: characters === 0 ? 0 : sum / characters };
}

const worth = ({ characters, confidence }: Reading): number => characters * (confidence - EVEN);

async function blurred({ pixels, width, height, dpi }: GreyImage, sigma: number): Promise<GreyImage> {
  const sharp = await loadSharp();
  const image = sharp(pixels, { raw: { width, height, channels: 1 } });
  const smooth = await image.blur(sigma).toColourspace('b-w').raw().toBuffer();
  return { pixels: smooth, width, height, dpi };
}

/** Recognizes images, and those with little or doubtful text again with a little blur. Keeps the better reading of each. */
export async function recognizeCarefully(
  images: readonly GreyImage[],
  recognize: Recognize,
): Promise<(readonly TextItem[])[]> {
  const readings = (await recognize(images)).map(readingOf);
  for (const [pass, { blur, below }] of passes.entries()) {
    const doubtful = [...readings.keys()].filter((at) => {
      const { characters = 0, confidence = 0 } = readings[at] ?? {};
      // What shows nothing twice is a picture.
      return confidence < below && (pass === 0 || characters > 0);
    });
    if (doubtful.length === 0) break;
    const again: GreyImage[] = [];
    for (const at of doubtful) {
      const image = images[at];
      if (image !== undefined) again.push(await blurred(image, blur));
    }
    const others = (await recognize(again)).map(readingOf);
    for (const [index, at] of doubtful.entries()) {
      const [before, after] = [readings[at], others[index]];
      if (before !== undefined && after !== undefined && worth(after) > worth(before)) readings[at] = after;
    }
  }
  return readings.map(({ words }) => words);
}
