import { expect, it } from 'vitest';
import { convert } from '../../../../lib/conversions/index.ts';

const pattern = (steps: string): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 20 20]/Resources<</Pattern<</P 5 0 R>>>>/Contents 4 0 R>>endobj\n4 0 obj<</Length 36>>stream\n/Pattern cs /P scn 0 0 20 20 re f   \nendstream endobj\n5 0 obj<</Length 12/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]${steps}/Resources<<>>>>stream\n0 0 1 1 re f\nendstream endobj\ntrailer<</Root 1 0 R/Size 6>>\n%%EOF`,
  );

it.each(['/XStep 0.03/YStep 0.03', '/XStep -0.0001 /YStep 8', '/XStep 2/YStep 2/Matrix [.01 0 0 -.01 5 5]'])(
  'refuses to draw tiles that are too small to be seen: %s',
  async (steps) => {
    await expect(convert(pattern(steps), { from: 'pdf', to: 'png' })).rejects.toMatchObject({
      code: 'too_complex',
      message: expect.stringContaining('0.001 square points'),
    });
  },
);

it.each(['/XStep 0.04/YStep 0.04', '/XStep .01/YStep .01/Matrix[10 0 0 10 0 0]', '/YStep 2/XStep'])(
  'draws tiles that can be seen, and damaged ones: %s',
  async (steps) => {
    const made = convert(pattern(steps), { from: 'pdf', to: 'png' });

    expect((await made).report.pages).toBe(1);
  },
);
