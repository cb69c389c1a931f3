import type { TextItem } from '@llamaindex/liteparse';
import { describe, expect, it } from 'vitest';
import type { GreyImage } from '../../../../lib/conversions/backends/tesseract/image-pdf.ts';
import { recoverWords } from '../../../../lib/conversions/backends/tesseract/recover-words.ts';
import { drawn } from './drawn-image.ts';
import { letters, wordAt } from './drawn-words.ts';

const words = [wordAt(40, 50, 'takes'), wordAt(300, 50, 'daily')];
const complete = drawn(600, 200, [...letters(40, 50, 5), ...letters(300, 50, 5)]);
const withGap = drawn(600, 200, [...letters(40, 50, 5), ...letters(140, 50, 8), ...letters(300, 50, 5)]);

type Reading = readonly [string, number] | undefined;

/** Reads each sheet as one word over all of its ink. `readings` are for the natural and the enlarged size. */
function recognizer(...readings: readonly Reading[]) {
  const calls: (readonly GreyImage[])[] = [];
  const recognize = async (sheets: readonly GreyImage[]) => {
    calls.push(sheets);
    return sheets.map(({ width, height, dpi }, at): TextItem[] => {
      const [text, confidence] = readings[at] ?? [];
      if (text === undefined || confidence === undefined) return [];
      const scale = 72 / dpi;
      return [
        {
          text,
          confidence,
          x: width * 0.2 * scale,
          y: height * 0.4 * scale,
          width: width * 0.6 * scale,
          height: height * 0.2 * scale,
        },
      ];
    });
  };
  return { recognize, calls };
}

const recover = async (recognize: ReturnType<typeof recognizer>['recognize']) => {
  const [recovered] = await recoverWords([{ image: withGap, words }], recognize);
  return { texts: recovered?.words.map(({ text }) => text), unread: recovered?.unread };
};

describe('words that were lost', () => {
  it('are read alone, in two sizes, and put where they are on the image', async () => {
    const { recognize, calls } = recognizer(['Metformin', 0.7], ['Metformin', 0.9]);

    const [recovered] = await recoverWords([{ image: withGap, words }], recognize);

    expect(recovered?.words.map(({ text }) => text)).toEqual(['takes', 'daily', 'Metformin']);
    expect(recovered?.unread).toBe(0);
    const [natural, enlarged] = calls[0] ?? [];
    expect(natural?.pixels).toEqual(enlarged?.pixels);
    expect(enlarged?.dpi).toBeCloseTo(200 / 1.5);
    const { x = 0, y = 0, width = 0, height = 0 } = recovered?.words[2] ?? {};
    const [left, top] = [(140 * 72) / 200, (50 * 72) / 200];
    expect(x).toBeGreaterThan(left - 6);
    expect(x + width).toBeLessThan(left + (117 * 72) / 200 + 6);
    expect(y).toBeGreaterThan(top - 2);
    expect(y + height).toBeLessThan(top + 8);
  });

  it('replace the fragments of them that were recognized', async () => {
    const fragment = { ...wordAt(200, 50, 'm') };

    const [recovered] = await recoverWords(
      [{ image: withGap, words: [...words, fragment] }],
      recognizer(['Metformin', 0.9], undefined).recognize,
    );

    expect(recovered?.words.map(({ text }) => text)).toEqual(['takes', 'daily', 'Metformin']);
  });

  it('are read once they are found: a complete page is not recognized again', async () => {
    const { recognize, calls } = recognizer(['Metformin', 0.9]);

    expect(await recoverWords([{ image: complete, words }], recognize)).toEqual([{ words, unread: 0 }]);
    expect(calls).toEqual([]);
  });

  it('need confidence, or two readings that agree', async () => {
    const accepted = { texts: ['takes', 'daily', 'Metformin'], unread: 0 };
    const refused = { texts: ['takes', 'daily'], unread: 1 };

    expect(await recover(recognizer(['Metformin', 0.85], undefined).recognize)).toEqual(accepted);
    expect(await recover(recognizer(['Metformin', 0.5], ['Metformin', 0.45]).recognize)).toEqual(accepted);
    expect(await recover(recognizer(['Metformin', 0.7], undefined).recognize)).toEqual(refused);
    expect(await recover(recognizer(['Metformin', 0.7], ['Metfonnin', 0.6]).recognize)).toEqual(refused);
    expect(await recover(recognizer(['Metformin', 0.3], ['Metformin', 0.3]).recognize)).toEqual(refused);
    expect(await recover(recognizer(['~~—', 0.9], ['~~—', 0.9]).recognize)).toEqual(refused);
  });

  it('are not rows of equal shapes', async () => {
    expect(await recover(recognizer(['00000000', 0.9], ['00000000', 0.9]).recognize)).toEqual({
      texts: ['takes', 'daily'],
      unread: 1,
    });
  });

  it('are not counted away from words if no text was read there at all', async () => {
    const image = drawn(600, 200, [...letters(40, 50, 5), ...letters(300, 50, 5), ...letters(40, 120, 9)]);
    const unreadAfter = async (...readings: readonly Reading[]) =>
      (await recoverWords([{ image, words }], recognizer(...readings).recognize))[0]?.unread;

    expect(await unreadAfter(undefined, ['~', 0.5])).toBe(0);
    expect(await unreadAfter(undefined, ['Metformm', 0.5])).toBe(1);
  });

  it('are counted if nothing was read', async () => {
    expect(await recover(recognizer(undefined, undefined).recognize)).toEqual({
      texts: ['takes', 'daily'],
      unread: 1,
    });
  });
});
