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

/** Returns the resolution of what an image shows: declared, or estimated from its longest side in pixels. */
function likelyDpi(declared: number | undefined, longest: number): number {
  if (declared !== undefined && declared >= MIN_DECLARED_DPI && declared <= MAX_DECLARED_DPI) return declared;
  return longest < SCREEN_PIXELS ? SCREEN_DPI : Math.max(SCREEN_DPI, longest / PAGE_INCHES);
}

/** Prepares a page or frame, from 0, for text recognition: upright, on white, in grey, with square pixels. */
export async function greyImage(image: OpenImage, frame: number): Promise<GreyImage> {
  const aspect = image.pixelAspect(frame);
  // The coarser direction is enlarged, so that no detail is lost.
  const [across, down] = aspect > 1 ? [1, aspect] : [1 / aspect, 1];
  const [width, height] = [image.width * across, image.height * down];
  const longest = Math.max(width, height);
  const declared = likelyDpi(image.density && image.density * across, longest);
  const scale = Math.min(1, MAX_DPI / declared, LONGEST_SIDE / longest);
  let prepared = image.frame(frame).flatten({ background: '#ffffff' }).toColourspace('b-w');
  const sized = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
  if (aspect !== 1) prepared = prepared.resize({ width: sized(width), height: sized(height), fit: 'fill' });
  // Frames may differ in size.
  else if (scale < 1) prepared = prepared.resize({ width: sized(width) });
  const { data, info } = await pixelsOf(prepared.raw().toBuffer({ resolveWithObject: true }));
  return { pixels: data, width: info.width, height: info.height, dpi: declared * scale };
}
