import type { Border } from '../../../../document/page-layout.ts';
import { roundLength } from './lengths.ts';

/** A line for the template: its width in points, colour and dash. */
export type StrokeData = readonly [width: number, colour: string, dash: 'solid' | 'dashed' | 'dotted'];

const BLACK = '#000000';
const MAX_BORDER_WIDTH = 30;
const COLOUR = /^#[\da-f]{6}(?:[\da-f]{2})?$/i;

/** Returns a valid colour (`#rrggbb` or `#rrggbbaa`) unchanged, otherwise undefined. */
export const validColour = (colour: string | undefined): string | undefined =>
  colour !== undefined && COLOUR.test(colour) ? colour : undefined;

/** Converts a line of at most `maxWidth` points. Returns undefined if it is invisible. */
export function strokeData(border: Border | null | undefined, maxWidth: number): StrokeData | undefined {
  if (border === undefined || border === null || !(border.width > 0)) return undefined;
  const dash = border.dash === 'dotted' || border.dash === 'dashed' ? border.dash : 'solid';
  return [roundLength(Math.min(maxWidth, border.width)), validColour(border.colour) ?? BLACK, dash];
}

/** Converts a border of a paragraph, table or cell. Returns null if it is invisible. */
export const borderData = (border: Border | null | undefined): StrokeData | null =>
  strokeData(border, MAX_BORDER_WIDTH) ?? null;
