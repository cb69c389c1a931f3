import type { TextItem } from '@llamaindex/liteparse';
import { maxOf } from '../../base/arrays.ts';
import { type Edges, heightOf, widthOf } from '../../shared/geometry/box.ts';
import { crop } from './crop.ts';
import { greysOf } from './dark-pixels.ts';
import type { GreyImage } from './image-pdf.ts';

// Pixels of a sheet: A4 at 600 dpi. Pieces beyond it are not read.
const MAX_PIXELS = 35_000_000;
// Shares of the height of the tallest piece: the gap between two pieces, and what is kept around each one.
const GAP = 1;
const MARGIN = 0.15;

/** A piece of an image on a sheet, in pixels. */
interface Piece {
  /** Its box with a margin, on the image. */
  readonly box: Edges;
  /** Its top on the sheet. */
  readonly top: number;
}

/** Pieces of an image below each other on a sheet, which is recognized as a page of short lines. */
export interface WordSheet {
  readonly image: GreyImage;
  /** The text that was recognized on the sheet of each piece, where it is on the image. Coordinates are in points. */
  readonly onImage: (items: readonly TextItem[]) => TextItem[][];
}

/** The grey of most of the light pixels. */
function paperOf(image: GreyImage, limit: number): number {
  const counts = greysOf(image);
  let paper = 255;
  for (let grey = limit + 1; grey < 256; grey += 1)
    if ((counts[grey] ?? 0) > (counts[paper] ?? 0)) paper = grey;
  return paper;
}

/** Puts pieces of an image below each other. `limit` is the lightest grey of ink; `zoom` enlarges what is recognized. */
export function wordSheet(image: GreyImage, boxes: readonly Edges[], limit: number, zoom: number): WordSheet {
  const tallest = maxOf(boxes.map(heightOf), 1);
  const margin = Math.ceil(MARGIN * tallest);
  const gap = Math.ceil(GAP * tallest);
  const width = maxOf(boxes.map(widthOf), 0) + 2 * (margin + gap);
  const pieces: Piece[] = [];
  let bottom = gap;
  for (const { left, right, top, bottom: low } of boxes) {
    if ((bottom + heightOf({ top, bottom: low }) + 2 * margin + gap) * width > MAX_PIXELS) break;
    const box = {
      left: Math.max(0, left - margin),
      right: Math.min(image.width, right + margin),
      top: Math.max(0, top - margin),
      bottom: Math.min(image.height, low + margin),
    };
    pieces.push({ box, top: bottom });
    bottom += heightOf(box) + gap;
  }
  const pixels = new Uint8Array(width * bottom).fill(paperOf(image, limit));
  for (const { box, top } of pieces) {
    const part = crop(image, { from: box.left, to: box.right }, { from: box.top, to: box.bottom });
    for (let row = 0; row < part.height; row += 1)
      pixels.set(part.pixels.subarray(row * part.width, (row + 1) * part.width), (top + row) * width + gap);
  }
  const scale = 72 / image.dpi;
  const dpi = image.dpi / zoom;
  const onImage = (items: readonly TextItem[]): TextItem[][] =>
    pieces.map(({ box, top }) =>
      items
        .filter(({ y, height }) => {
          const middle = ((y + height / 2) * dpi) / 72;
          return middle >= top && middle < top + heightOf(box);
        })
        .map((item) => ({
          ...item,
          x: item.x / zoom + (box.left - gap) * scale,
          y: item.y / zoom + (box.top - top) * scale,
          width: item.width / zoom,
          height: item.height / zoom,
        })),
    );
  return { image: { pixels, width, height: bottom, dpi }, onImage };
}
