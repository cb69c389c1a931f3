import { expect, it } from 'vitest';
import { withPoints } from '../../../../lib/conversions/backends/tesseract/restore-points.ts';

/** A filled shape whose top is above a baseline at 22 pixels. */
const shape = (left: number, right: number, top = 0, bottom = 22) => ({
  left,
  right,
  top,
  bottom,
  ink: (right - left) * (bottom - top),
});

it('restores points after digits that touch each other', () => {
  const joined = [shape(0, 44), shape(47, 50, 19), shape(54, 67)];

  expect(withPoints('6608', joined, 22)).toEqual({ text: '660.8', isDoubtful: false });
});

it('takes no grain, no short stroke and no mark beside a number for a point', () => {
  const digits = [shape(0, 13), shape(15, 28)];
  const apart = [shape(0, 13), shape(21, 34)];

  expect(withPoints('12', [...digits, shape(13, 14, 21)], 22).text).toBe('12');
  expect(withPoints('12', [...apart, shape(14, 20, 10, 13)], 22).text).toBe('12');
  expect(withPoints('12', [...apart, shape(36, 39, 19)], 22).text).toBe('12');
  expect(withPoints('12', [...apart, shape(16, 19, 19)], 22).text).toBe('1.2');
});
