import type { OpenImage } from '../sharp/open-image.ts';
import { pixelsOf } from '../sharp/open-image.ts';
import type { GreyImage } from './image-pdf.ts';

// Programs write lower resolutions when they do not know the real one.
const MIN_DECLARED_DPI = 100;
const MAX_DECLARED_DPI = 2400;
// The long side of A4 and Letter paper in inches; most images of text show a page. Fewer pixels suggest a screenshot.
const PAGE_INCHES = 11.7;
const SCREEN_PIXELS = 1500;
const SCREEN_DPI = 96;
// Tesseract gains nothing from a higher resolution.
const MAX_DPI = 300;
// In pixels; reduces a photo of a poster, up to 100 million pixels, to the size of a large page.
const LONGEST_SIDE = 7000;

/** Returns the resolution of what an image shows: declared, or estimated from its size. */
function likelyDpi({ width, height, metadata: { density } }: OpenImage): number {
  if (density !== undefined && density >= MIN_DECLARED_DPI && density <= MAX_DECLARED_DPI) return density;
  const longest = Math.max(width, height);
  return longest < SCREEN_PIXELS ? SCREEN_DPI : Math.max(SCREEN_DPI, longest / PAGE_INCHES);
}

/** Prepares a page or frame, from 0, for text recognition: upright, on white, in grey. */
export async function greyImage(image: OpenImage, frame: number): Promise<GreyImage> {
  const declared = likelyDpi(image);
  const longest = Math.max(image.width, image.height);
  const scale = Math.min(1, MAX_DPI / declared, LONGEST_SIDE / longest);
  let prepared = image.frame(frame).flatten({ background: '#ffffff' }).toColourspace('b-w');
  if (scale < 1) prepared = prepared.resize({ width: Math.max(1, Math.round(image.width * scale)) });
  const { data, info } = await pixelsOf(prepared.raw().toBuffer({ resolveWithObject: true }));
  return { pixels: data, width: info.width, height: info.height, dpi: declared * scale };
}
