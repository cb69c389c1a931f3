import { type CostNode, drawingCost } from './drawing-cost.ts';
import { MAX_PASSES } from './pixel-passes.ts';
import { complexSvg } from './svg-errors.ts';

// Elements drawn, repeated ones included: 2.5 kB each.
const MAX_DRAWN = 300_000;
// 5 million points take 80 MB as numbers. An SVG of 10 MB has half as many.
const MAX_SEGMENTS = 5_000_000;
// 15 ns each, four times that if stroked: half a minute. 60,000 random lines across a page reach this limit.
const MAX_CROSSINGS = 500_000_000;
// 0.4 us each.
const MAX_DASHES = 50_000_000;

/** What drawing an SVG costs. */
export interface DrawingCosts {
  /** Steps of filters and layers for each pixel. */
  readonly passes: number;
  /** Lines and curves, repeated ones included. */
  readonly segments: number;
}

/**
 * Measures what a drawing costs. Throws ConversionError `too_complex` if that exceeds a limit.
 *
 * @param dashLength length of the shortest dash pattern
 */
export function checkDrawingCosts(root: CostNode, dashLength: number): DrawingCosts {
  if (drawingCost(root, MAX_DRAWN) > MAX_DRAWN)
    throw complexSvg(`more than ${MAX_DRAWN} elements to draw after expanding references`);
  const passes = drawingCost(root, MAX_PASSES, (node) => node.passes);
  if (passes > MAX_PASSES)
    throw complexSvg(`filters and layers that need more than ${MAX_PASSES} rendering steps per pixel`);
  const segments = drawingCost(root, MAX_SEGMENTS, ({ outline }) => outline.segments);
  if (segments > MAX_SEGMENTS) throw complexSvg(`more than ${MAX_SEGMENTS} lines and curves`);
  if (drawingCost(root, MAX_CROSSINGS, ({ outline }) => outline.crossings) > MAX_CROSSINGS)
    throw complexSvg(`more than ${MAX_CROSSINGS} pairs of lines that may cross`);
  if (drawingCost(root, MAX_DASHES, ({ outline }) => outline.length / dashLength) > MAX_DASHES)
    throw complexSvg(`more than ${MAX_DASHES} dashes`);
  return { passes, segments };
}
