import type { TextItem } from '@llamaindex/liteparse';
import { heightOf, widthOf } from '../../shared/geometry/box.ts';
import { crop } from './crop.ts';
import { inkLimit } from './dark-pixels.ts';
import type { GreyImage } from './image-pdf.ts';
import { inkShapes } from './ink-shapes.ts';
import { type Recognize, readingOf, worth } from './second-reading.ts';

// Tesseract reads nonsense from scans that lie on their side or upside down. A small part with many letters is read in all
// directions if the reading of a page is doubtful.

/** Clockwise degrees by which an image is turned to be upright. */
export type Turn = (typeof turns)[number];
const turns = [0, 90, 180, 270] as const;

// Readings with less confidence or fewer characters are doubtful.
const MIN_CONFIDENCE = 0.8;
const MIN_CHARACTERS = 60;
// Minimum share of the characters that are on level lines.
const MIN_LEVEL = 0.5;
// Sides of a letter in inches: from 5-point print to titles.
const LETTER_INCHES = { least: 0.03, most: 0.4 };
// Fewer letters show no direction.
const MIN_LETTERS = 8;
// The side of the part that is read in inches, and the cells per side by which the fullest part is found.
const PART_INCHES = 3;
const CELLS = 4;
// A direction must be this much better than the image as it is, and have this confidence.
const MIN_GAIN = 1.5;
const MIN_TURNED_CONFIDENCE = 0.65;
// Characters of a word that is longer than high.
const MIN_WORD = 3;
const NO_LETTERS = /[^\p{L}\p{N}]/gu;

/** Turns an image clockwise. */
export function turnedImage(image: GreyImage, turn: Turn): GreyImage {
  if (turn === 0) return image;
  const { pixels, width, height, dpi } = image;
  const isSideways = turn !== 180;
  const size = isSideways ? { width: height, height: width } : { width, height };
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [across, down] =
        turn === 90
          ? [height - 1 - y, x]
          : turn === 180
            ? [width - 1 - x, height - 1 - y]
            : [y, width - 1 - x];
      turned[down * size.width + across] = pixels[y * width + x] ?? 255;
    }
  return { pixels: turned, ...size, dpi };
}

/** Returns the square part of an image with the most letters; undefined if there are few. */
function fullestPart(image: GreyImage): GreyImage | undefined {
  const { width, height, dpi } = image;
  const letters = (inkShapes(image, inkLimit(image)) ?? []).filter((shape) => {
    const side = Math.max(heightOf(shape), widthOf(shape)) / dpi;
    return side >= LETTER_INCHES.least && side <= LETTER_INCHES.most;
  });
  if (letters.length < MIN_LETTERS) return undefined;
  const side = Math.round(Math.min(PART_INCHES * dpi, width, height));
  const cell = Math.max(1, Math.floor(side / CELLS));
  const [across, down] = [width, height].map((length) => Math.ceil(length / cell));
  const counts = new Uint32Array((across ?? 0) * (down ?? 0));
  for (const { left, top } of letters) {
    const at = Math.floor(top / cell) * (across ?? 0) + Math.floor(left / cell);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  let best = { x: 0, y: 0, count: -1 };
  for (let y = 0; y * cell + side <= height; y += 1)
    for (let x = 0; x * cell + side <= width; x += 1) {
      let count = 0;
      for (let row = y; row < y + CELLS; row += 1)
        for (let column = x; column < x + CELLS; column += 1)
          count += counts[row * (across ?? 0) + column] ?? 0;
      if (count > best.count) best = { x: x * cell, y: y * cell, count };
    }
  return crop(image, { from: best.x, to: best.x + side }, { from: best.y, to: best.y + side });
}

/** The letters of words on level lines. Tesseract reads some lines that run up or down, but not in their order. */
const levelLetters = (items: readonly TextItem[]): TextItem[] =>
  items
    .map((item) => ({ ...item, text: item.text.replaceAll(NO_LETTERS, '') }))
    .filter(({ text, width, height }) => text.length < MIN_WORD || width > height);

/** Returns by how much each image must be turned to be upright, by its first reading and, if that is doubtful, further ones. */
export async function turnsOf(
  images: readonly GreyImage[],
  readings: readonly (readonly TextItem[])[],
  recognize: Recognize,
): Promise<Turn[]> {
  const parts = images.flatMap((image, page) => {
    const items = readings[page] ?? [];
    const { characters, confidence } = readingOf(levelLetters(items));
    const isUpright = characters >= Math.max(MIN_CHARACTERS, MIN_LEVEL * readingOf(items).characters);
    const part = isUpright && confidence >= MIN_CONFIDENCE ? undefined : fullestPart(image);
    return part === undefined ? [] : [{ page, part }];
  });
  const found: Turn[] = images.map(() => 0);
  if (parts.length === 0) return found;
  const read = await recognize(parts.flatMap(({ part }) => turns.map((turn) => turnedImage(part, turn))));
  for (const [index, { page }] of parts.entries()) {
    const directions = turns.map((turn, at) => {
      const reading = readingOf(levelLetters(read[index * turns.length + at] ?? []));
      return { turn, worth: worth(reading), confidence: reading.confidence };
    });
    const [best] = directions.toSorted((one, other) => other.worth - one.worth);
    const asIs = Math.max(0, directions[0]?.worth ?? 0);
    if (best !== undefined && best.confidence >= MIN_TURNED_CONFIDENCE && best.worth > MIN_GAIN * asIs)
      found[page] = best.turn;
  }
  return found;
}
