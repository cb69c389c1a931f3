import type { TextItem } from '@llamaindex/liteparse';
import { describe, expect, it } from 'vitest';
import { restoreListMarks } from '../../../../lib/conversions/backends/tesseract/restore-list-marks.ts';
import { drawn } from './drawn-image.ts';

const STEP = 40;
const POINTS = 72 / 200;

/** Reads marks of lines, of which the image shows as many shapes as given. */
function restored(marks: readonly string[], shapes: readonly number[]): string[] {
  const image = drawn(
    300,
    STEP * (marks.length + 1),
    shapes.flatMap((count, at) =>
      Array.from({ length: count }, (_, shape) => [40 + shape * 12, 20 + at * STEP, 8, 20] as const),
    ),
  );
  const items = marks.map(
    (text, at): TextItem => ({
      text,
      x: 40 * POINTS,
      y: (20 + at * STEP) * POINTS,
      width: 40 * POINTS,
      height: 20 * POINTS,
    }),
  );
  return restoreListMarks(items, image).map(({ text }) => text);
}

describe('restoring the marks of lists', () => {
  it('restores a bracket that other marks of the list have and the image shows', () => {
    expect(restored(['1', '2)', '3', '4'], [2, 2, 2, 2])).toEqual(['1)', '2)', '3)', '4)']);
  });

  it('restores no bracket that the image does not show', () => {
    expect(restored(['1)', '2)', '3'], [2, 2, 1])).toEqual(['1)', '2)', '3']);
  });

  it('restores no brackets of numbers that do not follow each other, or have none', () => {
    expect(restored(['1)', '7', '4'], [2, 2, 2])).toEqual(['1)', '7', '4']);
    expect(restored(['1', '2', '3'], [2, 2, 2])).toEqual(['1', '2', '3']);
    expect(restored(['1)', '2'], [2, 2])).toEqual(['1)', '2']);
  });

  it('restores c) between b) and d)', () => {
    expect(restored(['a) One', 'b) Two', '¢) Three', 'd) Four'], [2, 2, 2, 2])).toEqual([
      'a) One',
      'b) Two',
      'c) Three',
      'd) Four',
    ]);
    expect(restored(['b) Two', '¢) Three'], [2, 2])).toEqual(['b) Two', '¢) Three']);
  });
});
