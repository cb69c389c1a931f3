import type { OpenImage } from '../sharp/open-image.ts';
import { pixelsOf } from '../sharp/open-image.ts';
import type { GreyPicture } from './picture-pdf.ts';

// Below, a resolution is what programs note where they know none.
const LEAST_DECLARED_DPI = 100;
const MOST_DECLARED_DPI = 2400;
// The long side of A4 and Letter, in inches: what most pictures of text show. A picture of fewer pixels is a piece of a screen.
const PAGE_INCHES = 11.7;
const SCREEN_PIXELS = 1500;
const SCREEN_DPI = 96;
// More pixels to a letter take time and tell Tesseract nothing.
const MOST_DPI = 300;
// 100 million pixels of a photograph of a poster are brought to what a large page has.
const LONGEST_SIDE = 7000;

/** Pixels to an inch of what a picture shows: what it declares, or what its size makes likely. */
function likelyDpi({ width, height, metadata: { density } }: OpenImage): number {
  if (density !== undefined && density >= LEAST_DECLARED_DPI && density <= MOST_DECLARED_DPI) return density;
  const longest = Math.max(width, height);
  return longest < SCREEN_PIXELS ? SCREEN_DPI : Math.max(SCREEN_DPI, longest / PAGE_INCHES);
}

/** One page or frame of a picture, from 0, as text recognition takes it: upright, on white, grey. */
export async function greyImage(image: OpenImage, frame: number): Promise<GreyPicture> {
  const declared = likelyDpi(image);
  const longest = Math.max(image.width, image.height);
  const scale = Math.min(1, MOST_DPI / declared, LONGEST_SIDE / longest);
  let picture = image.frame(frame).flatten({ background: '#ffffff' }).toColourspace('b-w');
  if (scale < 1) picture = picture.resize({ width: Math.max(1, Math.round(image.width * scale)) });
  const { data, info } = await pixelsOf(picture.raw().toBuffer({ resolveWithObject: true }));
  return { pixels: data, width: info.width, height: info.height, dpi: declared * scale };
}
