import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';

const SIDE = 160;
const noise = sharp(
  Buffer.from(Array.from({ length: SIDE * SIDE * 3 }, (_, at) => ((at * at * 7919) >> 3) & 255)),
  { raw: { width: SIDE, height: SIDE, channels: 3 } },
);
const end = Buffer.from([0xff, 0xd9]);

const zeroed = (jpeg: Buffer): Buffer => Buffer.from(jpeg).fill(0, jpeg.length / 2, jpeg.length / 2 + 300);
const cut = (jpeg: Buffer): Buffer => jpeg.subarray(0, jpeg.length * 0.6);
const closed = (jpeg: Buffer): Buffer => Buffer.concat([cut(jpeg), end]);

const even = async (image: Sharp): Promise<Buffer> => {
  const jpeg = await image.toBuffer();
  return jpeg.length % 2 === 0 ? jpeg : Buffer.concat([jpeg, Buffer.alloc(1)]);
};

const jpegs = [
  ['in colours', await even(noise.clone().jpeg())],
  ['in grey', await even(noise.clone().toColourspace('b-w').jpeg())],
  ['in CMYK', await even(noise.clone().toColourspace('cmyk').jpeg())],
  ['progressive', await even(noise.clone().jpeg({ progressive: true }))],
] as const;

const warningsOf = async (jpeg: Uint8Array, to: 'pdf' | 'png', further: Uint8Array[] = []) => {
  const { report } = await convert(jpeg, { from: 'jpeg', to, further });
  return report.warnings;
};

describe.each(jpegs)('a JPEG %s', (_title, jpeg) => {
  it('causes no warning if it is whole, or only lacks the marker of its end', async () => {
    expect(await warningsOf(jpeg, 'png')).toEqual([]);
    for (const to of ['pdf', 'png'] as const)
      expect(await warningsOf(jpeg.subarray(0, jpeg.lastIndexOf(end)), to)).toEqual([]);
  });

  it.each([
    ['zeroed in the middle', zeroed(jpeg), ['png', 'pdf']],
    ['cut off', cut(jpeg), ['png', 'pdf']],
    ['cut off and closed', closed(jpeg), ['png', 'pdf']],
  ] as const)('causes a warning if it is %s', async (_how, damaged, targets) => {
    for (const to of targets)
      expect(await warningsOf(damaged, to)).toEqual([
        'The image is damaged: parts of it are missing or wrong. Export or download it again.',
      ]);
  });
});

it('says which of several images is damaged', async () => {
  const [[, jpeg]] = jpegs;

  expect(await warningsOf(jpeg, 'pdf', [zeroed(jpeg)])).toEqual([
    'Image 2 is damaged: parts of it are missing or wrong. Export or download it again.',
  ]);
});
