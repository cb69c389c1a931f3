import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';
import { makePdf } from '../../sample-files.ts';

const SIZE = 11;
const findings = [
  'Blood pressure of 150/95 at rest, pulse regular.',
  'No signs of infection in the lungs or the urinary tract, and no fever during the whole stay on the ward until the day of discharge.',
  'Echocardiogram without findings.',
  'Glucose of 150 mg, and never above 150.',
];

/** A letter with a list as a scan: a little blurred, and grained. */
async function scanned(markerOf: (at: number) => string, dpi: number): Promise<Buffer> {
  const letter = await makePdf(
    (document) => {
      document.font('Helvetica').fontSize(SIZE).text('The ward recorded the following findings:', 60, 40);
      for (const [at, text] of findings.entries()) {
        const y = document.y + 3;
        document.text(markerOf(at), 70, y, { lineBreak: false }).text(text, 90, y, { width: 430 });
      }
      document.text('The patient was discharged in good condition.', 60, document.y + 8);
    },
    { size: [595, 200], margin: 0 },
  );
  const { bytes } = await convert(letter, { to: 'png', options: { dpi } });
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .blur(0.8)
    .raw()
    .toBuffer({ resolveWithObject: true });
  let seed = 1;
  const grained = data.map((grey) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.min(255, Math.max(0, 20 + grey * 0.85 + (seed / 2 ** 31 - 0.5) * 50));
  });
  const { width, height, channels } = info;
  return await sharp(grained, { raw: { width, height, channels } })
    .withMetadata({ density: dpi })
    .png()
    .toBuffer();
}

const markdownOf = async (image: Buffer): Promise<string> =>
  Buffer.from((await convert(image, { to: 'markdown' })).bytes).toString();

const expected = (markerOf: (at: number) => string): string =>
  [
    'The ward recorded the following findings:',
    findings.map((text, at) => `${markerOf(at)} ${text}`).join('\n'),
    'The patient was discharged in good condition.\n',
  ].join('\n\n');

describe('lists on recognized pages', () => {
  it.each([150, 200, 300])('reads bullets of a scan at %i dpi', async (dpi) => {
    const read = await markdownOf(await scanned(() => '•', dpi));

    expect(read).toBe(expected(() => '-'));
  });

  it('reads dashes', async () => {
    expect(await markdownOf(await scanned(() => '–', 150))).toBe(expected(() => '-'));
  });

  it('reads numbers', async () => {
    expect(await markdownOf(await scanned((at) => `${at + 1}.`, 150))).toBe(expected((at) => `${at + 1}.`));
  });

  it('keeps signs that are no bullets', async () => {
    const read = await markdownOf(await scanned(() => '+', 150));

    expect(read).not.toMatch(/^[-•]/m);
    expect(read.match(/\+ /g)).toHaveLength(findings.length);
  });
});
