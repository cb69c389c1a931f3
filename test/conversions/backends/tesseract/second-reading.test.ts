import type { TextItem } from '@llamaindex/liteparse';
import { describe, expect, it } from 'vitest';
import type { GreyImage } from '../../../../lib/conversions/backends/tesseract/image-pdf.ts';
import {
  type Recognize,
  recognizeAgain,
} from '../../../../lib/conversions/backends/tesseract/second-reading.ts';

const image = (seed: number): GreyImage => ({
  pixels: Uint8Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 255 : seed)),
  width: 10,
  height: 10,
  dpi: 200,
});

const words = (text: string, confidence: number): TextItem[] =>
  text === '' ? [] : [{ text, confidence, x: 0, y: 0, width: 10, height: 10 }];

/** Answers each call with the next readings, and keeps the images that it was given. */
function recognizer(...answers: readonly (readonly TextItem[])[][]) {
  const calls: (readonly GreyImage[])[] = [];
  const recognize = async (images: readonly GreyImage[]) => {
    calls.push(images);
    return answers[calls.length - 1] ?? [];
  };
  return { recognize, calls };
}

const recognizeCarefully = async (images: readonly GreyImage[], recognize: Recognize) =>
  recognizeAgain(images, await recognize(images), recognize);

const textsOf = (found: readonly (readonly TextItem[])[]): string[] =>
  found.map((items) => items.map(({ text }) => text).join(' '));

describe('text recognition', () => {
  it('reads clear images once', async () => {
    const { recognize, calls } = recognizer([words('clear', 0.9), words('too', 0.95)]);

    expect(textsOf(await recognizeCarefully([image(1), image(2)], recognize))).toEqual(['clear', 'too']);
    expect(calls).toHaveLength(1);
  });

  it('reads only doubtful images again, blurred, and then more so, and keeps what is better', async () => {
    const { recognize, calls } = recognizer(
      [words('clear', 0.95), words('dcubt', 0.85), words('worse after', 0.87)],
      [words('doubt and more', 0.9), words('x', 0.5)],
      [words('much better after', 0.95)],
    );
    const images = [image(1), image(2), image(3)];

    expect(textsOf(await recognizeCarefully(images, recognize))).toEqual([
      'clear',
      'doubt and more',
      'much better after',
    ]);
    expect(calls.map((call) => call.length)).toEqual([3, 2, 1]);
    expect(calls[1]?.map(({ width, dpi }) => [width, dpi])).toEqual([
      [10, 200],
      [10, 200],
    ]);
    expect(calls[1]?.[0]?.pixels).not.toEqual(image(2).pixels);
    expect(calls[2]?.[0]?.pixels).not.toEqual(calls[1]?.[1]?.pixels);
  });

  it('reads very doubtful text a third time, and images without text twice', async () => {
    const { recognize, calls } = recognizer(
      [words('', 0), words('b@d', 0.6)],
      [words('', 0), words('b_d', 0.7)],
      [words('bad', 0.9)],
    );

    expect(textsOf(await recognizeCarefully([image(1), image(2)], recognize))).toEqual(['', 'bad']);
    expect(calls.map((call) => call.length)).toEqual([2, 2, 1]);
    expect(calls[1]?.map(({ width }) => width)).toEqual([10, 10]);
    expect(calls[1]?.[1]?.pixels).not.toEqual(image(2).pixels);
  });

  it.each([1, 2, 4])(
    'does not read an image again that is %i pixels high, too few for a letter',
    async (height) => {
      const { recognize, calls } = recognizer([words('', 0)]);
      const low = { pixels: new Uint8Array(10 * height), width: 10, height, dpi: 200 };

      expect(textsOf(await recognizeCarefully([low], recognize))).toEqual(['']);
      expect(calls).toHaveLength(1);
    },
  );

  it('reads the smallest images again that can show a letter', async () => {
    const { recognize, calls } = recognizer([words('', 0)], [words('', 0)]);
    const small = { pixels: new Uint8Array(25), width: 5, height: 5, dpi: 200 };

    await recognizeCarefully([small], recognize);

    expect(calls).toHaveLength(2);
  });
});
