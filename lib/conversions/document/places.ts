import type { PagePlace } from './document-model.ts';

/** The mean confidence of the characters of some texts; undefined if there are none, or one was not recognized. */
export function meanConfidence(
  texts: readonly { readonly text: string; readonly confidence?: number | undefined }[],
): number | undefined {
  let sum = 0;
  let characters = 0;
  for (const { text, confidence } of texts) {
    if (confidence === undefined) return undefined;
    sum += confidence * text.length;
    characters += text.length;
  }
  return characters === 0 ? undefined : sum / characters;
}

// Hundredths of a point are beyond what any reader measures.
const rounded = (points: number): number => Math.round(points * 100) / 100;

/** A rectangle from its top left corner as a place on a page. */
export const placeOf = (
  page: number,
  {
    x,
    y,
    width,
    height,
  }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): PagePlace => ({ page, box: [rounded(x), rounded(y), rounded(x + width), rounded(y + height)] });

interface Edged {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
}

/** The smallest place on a page around some rectangles. */
export function placeAround(page: number, boxes: readonly Edged[]): PagePlace {
  let [x, y, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    x = Math.min(x, box.x);
    y = Math.min(y, box.y);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return placeOf(page, { x, y, width: right - x, height: bottom - y });
}
