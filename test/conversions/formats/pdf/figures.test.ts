import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { makePdf } from '../../sample-files.ts';

type Drawing = Parameters<Parameters<typeof makePdf>[0]>[0];

const modelSchema = z.looseObject({
  blocks: z.array(
    z.looseObject({
      content: z.array(z.looseObject({ kind: z.string() })).optional(),
      places: z
        .array(z.looseObject({ box: z.tuple([z.number(), z.number(), z.number(), z.number()]) }))
        .optional(),
    }),
  ),
  images: z.array(z.unknown()),
});

const sentence = 'The water of the river rose for three days and fell again when the rain had gone. ';

const prose = (document: Drawing, y: number, x = 72, width = 450): void => {
  document.fontSize(11).text(sentence.repeat(4), x, y, { width });
};

const label = (document: Drawing, text: string, x: number, y: number): void => {
  document.fontSize(8).text(text, x, y, { lineBreak: false });
};

const fourBars = [40, 90, 65, 110];

/** A chart of bars, 120 points high, with the labels of its axes. */
function chart(document: Drawing, x: number, y: number, unit: string, bars = fourBars): void {
  document
    .moveTo(x, y)
    .lineTo(x, y + 120)
    .lineTo(x + 20 + bars.length * 45, y + 120)
    .stroke('black');
  for (const [at, height] of bars.entries()) {
    document.rect(x + 20 + at * 45, y + 120 - height, 25, height).fill('steelblue');
    document.fillColor('black');
    label(document, `${unit} ${at + 1}`, x + 20 + at * 45, y + 124);
  }
  for (const at of [0, 1, 2, 3]) label(document, `${at * 50}`, x - 16, y + 116 - at * 35);
}

const caption = (document: Drawing, text: string, x: number, y: number): void => {
  document.fontSize(10).text(text, x, y, { lineBreak: false });
};

const extracted = async (pdf: Buffer, format: 'document' | 'markdown' | 'text') => {
  const { bytes } = await extract(pdf, { from: 'pdf', format });
  return Buffer.from(bytes).toString();
};

const report = async () =>
  await makePdf((document) => {
    prose(document, 72);
    chart(document, 150, 180, 'Week');
    caption(document, 'Figure 1: Height of the river', 180, 330);
    prose(document, 360);
  });

describe('figures of a PDF', () => {
  it('are images with their labels as the alternative text, above their captions', async () => {
    const text = await extracted(await report(), 'markdown');

    const images = [...text.matchAll(/!\[([^\]]*)\]/g)].map(([, alt = '']) => alt);
    expect(images).toHaveLength(1);
    expect(images[0]?.split(' ').toSorted()).toEqual(
      '0 50 100 150 Week 1 Week 2 Week 3 Week 4'.split(' ').toSorted(),
    );
    expect(text.replaceAll(/!\[[^\]]*\]/g, '')).not.toContain('Week');
    expect(text.indexOf('Figure 1')).toBeGreaterThan(text.indexOf('!['));
    expect(text.match(/rose for three days/g)).toHaveLength(8);
  });

  it('have their place and their pixels', async () => {
    const { blocks, images } = modelSchema.parse(JSON.parse(await extracted(await report(), 'document')));

    const at = blocks.findIndex(({ content = [] }) => content.some(({ kind }) => kind === 'image'));
    const [left = 0, top = 0, right = 0, bottom = 0] = blocks[at]?.places?.[0]?.box ?? [];
    expect([left > 125 && left < 150, top > 170 && top <= 180]).toEqual([true, true]);
    expect([right > 345 && right < 360, bottom > 300 && bottom <= 331]).toEqual([true, true]);
    expect(blocks[at + 1]).toMatchObject({ role: 'caption' });
    expect(images).toHaveLength(1);
    const archive = await extract(await report(), { from: 'pdf', format: 'images' });
    const start = Buffer.from(archive.bytes).indexOf(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    const { data, info } = await sharp(Buffer.from(archive.bytes).subarray(start))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = Array.from({ length: info.width * info.height }, (_, each) =>
      [...data.subarray(each * info.channels, each * info.channels + 3)].join(' '),
    );
    expect(pixels).toContain('70 130 180');
    expect(pixels).toContain('255 255 255');
  });

  it('are drawn only for a result that contains them', async () => {
    const file = await report();
    const drawn = vi.spyOn(sharp.prototype, 'png');
    const pngsOf = async (images: string): Promise<number> => {
      drawn.mockClear();
      const { bytes } = await convert(file, { from: 'pdf', to: 'markdown', options: { images } });
      expect(Buffer.from(bytes).toString().includes('![') || images === 'files').toBe(images !== 'none');
      return drawn.mock.calls.length;
    };

    expect([await pngsOf('names'), await pngsOf('none')]).toEqual([0, 0]);
    expect([await pngsOf('embed'), await pngsOf('files')]).toEqual([1, 1]);
  });

  it('lose no word in plain text', async () => {
    const text = await extracted(await report(), 'text');

    for (const word of ['Week 1', 'Week 4', '150', 'Figure 1: Height of the river'])
      expect(text).toContain(word);
  });

  it('can be side by side', async () => {
    const pdf = await makePdf((document) => {
      prose(document, 72);
      chart(document, 80, 180, 'Week');
      chart(document, 330, 180, 'Month');
      caption(document, 'Figure 1: Height', 140, 330);
      caption(document, 'Figure 2: Rain', 390, 330);
      prose(document, 360);
    });

    const text = await extracted(pdf, 'markdown');
    const images = [...text.matchAll(/!\[([^\]]*)\]/g)].map(([, alt = '']) => alt);
    expect(images).toHaveLength(2);
    expect(images.filter((alt) => alt.includes('Week'))).toHaveLength(1);
    expect(images.filter((alt) => alt.includes('Month') && !alt.includes('Week'))).toHaveLength(1);
  });

  it('are charts without a caption if they have the numbers of an axis', async () => {
    const report = async (bars: readonly number[], draw: typeof chart) =>
      await makePdf((document) => {
        prose(document, 72);
        draw(document, 150, 180, 'Week', [...bars]);
        prose(document, 360);
      });
    const withoutNumbers: typeof chart = (document, x, y, unit, bars = fourBars) => {
      const { text } = document;
      vi.spyOn(document, 'text').mockImplementation((...parts) =>
        /^\d+$/.test(parts[0]) ? document : text.apply(document, parts),
      );
      chart(document, x, y, unit, bars);
      vi.restoreAllMocks();
    };
    const altsOf = async (file: Buffer): Promise<string[]> =>
      [...(await extracted(file, 'markdown')).matchAll(/!\[([^\]]*)\]/g)].map(([, alt = '']) => alt);

    const [alt = '', ...others] = await altsOf(await report([40, 90, 65, 110, 30], chart));
    expect(others).toEqual([]);
    expect(alt.split(' ').toSorted()).toEqual(
      '0 50 100 150 Week 1 Week 2 Week 3 Week 4 Week 5'.split(' ').toSorted(),
    );
    expect(await altsOf(await report([40, 90], chart))).toEqual([]);
    expect(await altsOf(await report([40, 90, 65, 110, 30], withoutNumbers))).toEqual([]);
  });

  it.each<[string, (document: Drawing) => void, string[]]>([
    [
      'few columns',
      (document) => chart(document, 150, 200, 'Site', [40, 90, 65]),
      ['0', '50', '100', '150', 'Site 1', 'Site 2', 'Site 3'],
    ],
    [
      'bars with their values',
      (document) => {
        [60, 140, 90, 110].forEach((length, at) => {
          document
            .rect(150, 200 + at * 24, length, 14)
            .fill('steelblue')
            .fillColor('black');
          label(document, `Site ${at + 1}`, 124, 203 + at * 24);
          label(document, `${length}`, 153 + length, 203 + at * 24);
        });
      },
      ['60', '140', '90', '110', 'Site 1', 'Site 2', 'Site 3', 'Site 4'],
    ],
    [
      'sectors of a pie',
      (document) => {
        const [x, y, radius] = [250, 260, 60];
        const edge = (turn: number): [number, number] => [
          x + radius * Math.cos(turn * 2 * Math.PI),
          y + radius * Math.sin(turn * 2 * Math.PI),
        ];
        for (const [from, to] of [
          [0, 0.3],
          [0.3, 0.55],
          [0.55, 0.8],
          [0.8, 1],
        ] as const) {
          const turn = (to - from) * 2 * Math.PI;
          const reach = (4 / 3) * Math.tan(turn / 4) * radius;
          const tangent = (at: number, sign: number): [number, number] => {
            const [px, py] = edge(at);
            return [px - sign * (py - y) * (reach / radius), py + sign * (px - x) * (reach / radius)];
          };
          document.moveTo(x, y).lineTo(...edge(from));
          document.bezierCurveTo(...tangent(from, 1), ...tangent(to, -1), ...edge(to));
          document.closePath().fill('steelblue').fillColor('black');
          const [lx, ly] = edge((from + to) / 2);
          label(
            document,
            `${Math.round((to - from) * 100)} %`,
            x + (lx - x) * 0.6 - 6,
            y + (ly - y) * 0.6 - 4,
          );
        }
      },
      ['30 %', '25 %', '25 %', '20 %'],
    ],
    [
      'a line over a grid, with a legend between two rows',
      (document) => {
        for (let at = 0; at < 6; at += 1) {
          document
            .moveTo(150, 200 + at * 12)
            .lineTo(400, 200 + at * 12)
            .stroke('grey');
          label(document, `${50 - at * 10}`, 134, 196 + at * 12);
        }
        document.moveTo(160, 250).lineTo(230, 215).lineTo(300, 240).lineTo(390, 205).stroke('steelblue');
        document.moveTo(160, 220).lineTo(270, 235).lineTo(390, 245).stroke('orange');
        label(document, '2026', 405, 226);
      },
      ['0', '10', '20', '30', '40', '50', '2026'],
    ],
  ])('are charts without a caption: %s', async (_, draw, labels) => {
    const file = await makePdf((document) => {
      prose(document, 72);
      draw(document);
      prose(document, 400);
    });
    const text = await extracted(file, 'markdown');
    const [, alt = ''] = /!\[([^\]]*)\]/.exec(text) ?? [];

    expect(alt.split(' ').toSorted()).toEqual(labels.join(' ').split(' ').toSorted());
    expect(text.replace(/!\[[^\]]*\]\([^)]*\)/, '')).not.toMatch(/\d{2}|Site/);
  });

  it('are no frames around running text or code', async () => {
    const pdf = await makePdf((document) => {
      prose(document, 72);
      document.rect(70, 170, 456, 80).stroke('black').rect(66, 166, 464, 88).stroke('grey');
      document.rect(60, 160, 476, 100).stroke('black');
      prose(document, 180, 80, 430);
      caption(document, 'Figure 1: A box', 200, 270);
      prose(document, 300);
    });

    const text = await extracted(pdf, 'markdown');
    expect(text).not.toContain('![');
    expect(text.match(/rose for three days/g)).toHaveLength(12);
  });

  it('are no ruled tables', async () => {
    for (const name of ['Table 1: Rain', 'Figure 1: Rain']) {
      const pdf = await makePdf((document) => {
        prose(document, 72);
        for (let row = 0; row < 4; row += 1)
          for (let column = 0; column < 3; column += 1) {
            document.rect(150 + column * 80, 180 + row * 25, 80, 25).stroke('black');
            const text = row === 0 ? ['Place', 'Rain', 'Days'][column] : `${row * 13 + column}`;
            label(document, text ?? '', 160 + column * 80, 188 + row * 25);
          }
        caption(document, name, 200, 300);
        prose(document, 330);
      });

      const text = await extracted(pdf, 'markdown');
      expect(text).not.toContain('![');
      expect(text).toMatch(/\| Place \| Rain \| Days \|/);
    }
  });

  it('are no shaded tables, of which a row has only a label', async () => {
    const pdf = await makePdf((document) => {
      prose(document, 72);
      const [rows, columns] = [9, 7];
      document
        .rect(130, 180, columns * 50, 14)
        .fill('lightgrey')
        .fillColor('black');
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1) {
          const [x, y] = [130 + column * 50, 180 + row * 14];
          if (row % 2 === 1) document.rect(x, y, 50, 14).fill('lightgrey').fillColor('black');
          const text = row === 0 ? 'ABCDEFG'[column] : row === 1 ? '' : `${row * column * 31 + 400}`;
          label(document, column > 0 ? (text ?? '') : row === 1 ? 'Actual' : `${1990 + row}`, x + 6, y + 3);
        }
      prose(document, 330);
    });

    const text = await extracted(pdf, 'markdown');
    expect(text).not.toContain('![');
    expect(text).toMatch(/\| 1998 \| 648 \|/);
  });

  it('do not include a name in larger print above them', async () => {
    const pdf = await makePdf((document) => {
      document.fontSize(13).text('Karl Ostrow', 220, 158, { lineBreak: false });
      chart(document, 150, 180, 'Week');
      caption(document, 'Figure 1: Height of the river', 180, 330);
      prose(document, 360);
    });

    const [, alt = ''] = /!\[([^\]]*)\]/.exec(await extracted(pdf, 'markdown')) ?? [];
    expect(alt).toContain('Week 1');
    expect(alt).not.toContain('Ostrow');
  });

  it('are below their captions if nothing is drawn above, and near rules across the page', async () => {
    const pdf = await makePdf((document) => {
      prose(document, 60);
      caption(document, 'Figure 1: Height of the river', 180, 150);
      document.rect(160, 180, 60, 30).stroke('black');
      document.rect(300, 180, 60, 30).stroke('black');
      document.moveTo(190, 210).bezierCurveTo(200, 260, 320, 260, 330, 210).stroke('black');
      caption(document, 'Spring', 170, 190);
      caption(document, 'Mouth', 310, 190);
      document.moveTo(40, 270).lineTo(570, 270).stroke('black');
      prose(document, 290);
    });

    const text = await extracted(pdf, 'markdown');
    expect(/!\[([^\]]*)\]/.exec(text)?.[1]).toBe('Spring Mouth');
    expect(text.indexOf('Figure 1')).toBeLessThan(text.indexOf('!['));
    expect(text.match(/rose for three days/g)).toHaveLength(8);
  });

  it('include a label in larger print beside them', async () => {
    const pdf = await makePdf((document) => {
      document.fontSize(12).text('Height', 100, 230, { lineBreak: false });
      chart(document, 150, 180, 'Week');
      document.fontSize(8).text('Figure 1: Height of the river', 180, 330, { lineBreak: false });
      prose(document, 360);
    });

    const text = await extracted(pdf, 'markdown');
    expect(/!\[([^\]]*)\]/.exec(text)?.[1]).toContain('Height');
  });
});
