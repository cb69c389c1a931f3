import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../../lib/conversions/formats.ts';
import { convert } from '../../../lib/conversions/index.ts';
import { isLong } from '../../support/long-run.ts';
import { plainImage, threeFrames, zipNames } from '../formats/image/sample-images.ts';
import { icoOf } from '../formats/image/small-images.ts';

/** What an image file can contain, and what is in the result or in its warnings. */
interface Row {
  readonly name: string;
  readonly file: () => Promise<Buffer>;
  readonly from: Format;
  readonly to: Format;
  readonly options?: Readonly<Record<string, unknown>>;
  /** A part of a warning. */
  readonly warning?: RegExp;
  /** What metadata of the result shows that it is kept. */
  readonly kept?: Partial<{
    readonly pages: number;
    readonly width: number;
    readonly hasAlpha: boolean;
    readonly hasExif: boolean;
    readonly hasIcc: boolean;
  }>;
}

const chunk = (type: string, data: Buffer): Buffer => {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
};

const HEADER = 33;
/** A PNG with a further chunk after its header. */
async function pngWith(type: string, data: Buffer): Promise<Buffer> {
  const png = await plainImage('png');
  return Buffer.concat([png.subarray(0, HEADER), chunk(type, data), png.subarray(HEADER)]);
}

const apng = (): Promise<Buffer> => pngWith('acTL', Buffer.from([0, 0, 0, 3, 0, 0, 0, 0]));
const commented = (): Promise<Buffer> => pngWith('tEXt', Buffer.from('Comment\0Marker'));
const tagged = async (): Promise<Buffer> =>
  await sharp(await plainImage('jpeg'))
    .withExif({ IFD0: { Artist: 'Ada' } })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
const turned = async (): Promise<Buffer> =>
  await sharp(await plainImage('jpeg'))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
const glass = async (): Promise<Buffer> =>
  await sharp({ create: { width: 9, height: 9, channels: 4, background: '#f008' } })
    .png()
    .toBuffer();
const icon = async (): Promise<Buffer> =>
  icoOf([
    { side: 16, bytes: await plainImage('png', { width: 16, height: 16 }) },
    { side: 32, bytes: await plainImage('png', { width: 32, height: 32 }) },
  ]);
/** Two frames with text. */
async function textFrames(format: 'gif' | 'webp' | 'tiff'): Promise<Buffer> {
  const frames = await Promise.all(
    ['First frame', 'Second page'].map((text) =>
      sharp({ text: { text, dpi: 200 } })
        .flatten({ background: '#000' })
        .resize(440, 120, { fit: 'contain', background: '#000' })
        .negate({ alpha: false })
        .png()
        .toBuffer(),
    ),
  );
  const joined = sharp(frames, { join: { animated: true } });
  if (format === 'tiff') return await joined.tiff({ compression: 'lzw' }).toBuffer();
  return await (format === 'gif' ? joined.gif() : joined.webp({ lossless: true })).toBuffer();
}

const first = /^Only the first of \d frames was used/;
const keep = { keep_metadata: true };

const rows: readonly Row[] = [
  ...(['gif', 'webp'] as const).flatMap((from): Row[] => [
    { name: 'frames', file: () => threeFrames(from), from, to: 'png', warning: first },
    { name: 'frames', file: () => threeFrames(from), from, to: 'pdf', warning: /^Only the first/ },
    {
      name: 'frames',
      file: () => threeFrames(from),
      from,
      to: from === 'gif' ? 'webp' : 'gif',
      kept: { pages: 3 },
    },
  ]),
  ...(isLong ? (['gif', 'webp'] as const) : (['gif'] as const)).map(
    (from): Row => ({
      name: 'frames with text',
      file: () => textFrames(from),
      from,
      to: 'markdown',
      warning: /2 frames/,
    }),
  ),
  ...(['png', 'webp', 'pdf'] as const).map(
    (to): Row => ({ name: 'frames', file: apng, from: 'png', to, warning: /^Only the first/ }),
  ),
  {
    name: 'sizes',
    file: icon,
    from: 'ico',
    to: 'png',
    warning: /^Only the largest of 2 images/,
    kept: { width: 32 },
  },
  { name: 'sizes', file: icon, from: 'ico', to: 'pdf', warning: /^Only the largest of 2 images/ },
  { name: 'an orientation', file: turned, from: 'jpeg', to: 'png', kept: { width: 30 } },
  { name: 'transparency', file: glass, from: 'png', to: 'webp', kept: { hasAlpha: true } },
  { name: 'a colour profile', file: tagged, from: 'jpeg', to: 'webp', options: keep, kept: { hasIcc: true } },
  { name: 'camera data', file: tagged, from: 'jpeg', to: 'webp', options: keep, kept: { hasExif: true } },
  { name: 'camera data', file: tagged, from: 'jpeg', to: 'gif', options: keep, warning: /EXIF/ },
  { name: 'a text', file: commented, from: 'png', to: 'webp', options: keep, warning: /PNG text/ },
];

describe('each content of an image is in the result or in a warning', () => {
  it.each(rows)('$from to $to: $name', async ({ file, from, to, options, warning, kept }) => {
    const { bytes, report } = await convert(await file(), { from, to, options });

    if (warning !== undefined) expect(report.warnings).toContainEqual(expect.stringMatching(warning));
    if (kept === undefined) return;
    const { pages, width, hasAlpha, exif, icc } = await sharp(bytes).metadata();
    const found = { pages, width, hasAlpha, hasExif: exif !== undefined, hasIcc: icc !== undefined };
    expect(found).toMatchObject(kept);
  });

  it('writes all pages of a TIFF', async () => {
    const { bytes } = await convert(await threeFrames('tiff'), { from: 'tiff', to: 'webp' });

    expect(zipNames(bytes)).toHaveLength(3);
  });

  it('reads the text of all pages of a TIFF', async () => {
    const { bytes } = await convert(await textFrames('tiff'), { from: 'tiff', to: 'markdown' });

    expect(Buffer.from(bytes).toString()).toMatch(/First frame\s+Second page/);
  });

  it.each([
    ['a text', commented, 'png'],
    ['camera data', tagged, 'jpeg'],
  ] as const)('removes %s without "keep_metadata", as its description states', async (_, file, from) => {
    const { bytes, report } = await convert(await file(), { from, to: 'webp' });

    const { exif, icc } = await sharp(bytes).metadata();
    expect([exif, icc]).toEqual([undefined, undefined]);
    expect(report.warnings).toEqual([]);
  });
});
