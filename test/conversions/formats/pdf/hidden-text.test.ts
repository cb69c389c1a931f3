import {
  BlendMode,
  PDFDocument,
  type PDFFont,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFPageDrawTextOptions,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  StandardFonts,
  setTextRenderingMode,
  TextRenderingMode,
} from '@cantoo/pdf-lib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { convert, extract, read } from '../../../../lib/conversions/index.ts';
import { itLong } from '../../../support/long-run.ts';

const white = rgb(1, 1, 1);

interface Canvas {
  readonly document: PDFDocument;
  readonly page: PDFPage;
  readonly font: PDFFont;
  readonly text: (text: string, y: number, options?: PDFPageDrawTextOptions) => void;
}

/** A page of A4; y is the baseline from the bottom, in points. */
async function pdfWith(draw: (canvas: Canvas) => void | Promise<void>): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  await draw({
    document,
    page,
    font,
    text: (text, y, options = {}) => page.drawText(text, { x: 72, y, size: 12, font, ...options }),
  });
  return Buffer.from(await document.save());
}

const withSecrets = () =>
  pdfWith(({ page, text }) => {
    text('The first paragraph.', 770);
    text('WHITE', 740, { color: white });
    text('NEARLY', 720, { color: rgb(0.99, 0.99, 0.99) });
    text('TINY', 700, { size: 0.5 });
    text('GLASS', 680, { opacity: 0 });
    text('OUTSIDE', 660, { x: 700 });
    text('BENEATH', 640);
    page.drawRectangle({ x: 60, y: 630, width: 300, height: 30, color: rgb(0.9, 0.9, 0.9) });
    page.pushOperators(pushGraphicsState(), setTextRenderingMode(TextRenderingMode.Invisible));
    text('UNPAINTED', 600);
    page.pushOperators(popGraphicsState());
    page.drawRectangle({ x: 60, y: 550, width: 300, height: 30, color: rgb(0, 0, 0.5) });
    text('White on blue.', 560, { color: white });
    text('The last paragraph.', 500);
  });

const secrets = /WHITE|NEARLY|TINY|GLASS|OUTSIDE|BENEATH|UNPAINTED/;

const markdownOf = async (pdf: Buffer, options: Record<string, unknown> = {}): Promise<string> =>
  Buffer.from((await convert(pdf, { to: 'markdown', from: 'pdf', options })).bytes).toString();

const textOf = async (pdf: Buffer, options: Record<string, unknown> = {}): Promise<string> =>
  Buffer.from((await convert(pdf, { to: 'text', from: 'pdf', options })).bytes).toString();

const numbers = (...values: number[]) => values.map((value) => PDFNumber.of(value));

/** Clips to a rectangle what is drawn until the graphics state is restored. */
const clipTo = (...rectangle: number[]) => [
  pushGraphicsState(),
  PDFOperator.of(PDFOperatorNames.AppendRectangle, numbers(...rectangle)),
  PDFOperator.of(PDFOperatorNames.ClipNonZero),
  PDFOperator.of(PDFOperatorNames.EndPath),
];

/** Fills a square point. */
const dot = [
  PDFOperator.of(
    PDFOperatorNames.AppendRectangle,
    [500, 400, 1, 1].map((edge) => PDFNumber.of(edge)),
  ),
  PDFOperator.of(PDFOperatorNames.FillNonZero),
];

describe('text of a PDF that nobody can see', () => {
  it('is left out, and said to be', async () => {
    const { bytes, report } = await convert(await withSecrets(), { to: 'markdown', from: 'pdf' });

    const markdown = Buffer.from(bytes).toString();
    expect(markdown).not.toMatch(secrets);
    expect(markdown).toContain('The first paragraph.');
    expect(markdown).toContain('White on blue.');
    expect(markdown).toContain('The last paragraph.');
    expect(report.warnings).toEqual([
      'Hidden text was left out on page 1. Set "hidden" to "keep" to include it.',
    ]);
  });

  it('is in the document with its reason and place', async () => {
    const { hidden_text } = await read(await withSecrets(), { from: 'pdf' });

    expect(Object.fromEntries(hidden_text.map(({ text, reason }) => [text, reason]))).toEqual({
      WHITE: 'same_colour',
      NEARLY: 'same_colour',
      TINY: 'tiny',
      GLASS: 'transparent',
      BENEATH: 'covered',
      UNPAINTED: 'invisible',
      OUTSIDE: 'off_page',
    });
    const [left = 0, top = 0] = hidden_text.find(({ text }) => text === 'WHITE')?.place?.box ?? [];
    expect(left).toBeCloseTo(72, 0);
    expect(top).toBeGreaterThan(85);
    expect(top).toBeLessThan(102);
  });

  it.each(['text', 'chunks'] as const)('is left out of %s', async (format) => {
    const { bytes, report } = await extract(await withSecrets(), { format, from: 'pdf' });

    const text = Buffer.from(bytes).toString();
    expect(text).not.toMatch(secrets);
    expect(text).toContain('White on blue.');
    expect(report.warnings).toHaveLength(1);
  });

  itLong('is found in text if it is among the characters of the page', async () => {
    const line = fc.record({
      shade: fc.constantFrom(0, 0, 0, 0.5, 0.93, 0.945, 1),
      size: fc.constantFrom(1.4, 1.6, 9, 9),
      opacity: fc.constantFrom(0.02, 0.04, 1, 1, 1),
      mode: fc.constantFrom(
        TextRenderingMode.Fill,
        TextRenderingMode.Fill,
        TextRenderingMode.Outline,
        TextRenderingMode.Invisible,
      ),
      scale: fc.constantFrom(0.1, 0.5, 1, 4),
      under: fc.constantFrom('nothing', 'paper', 'box'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 2 }), async (lines) => {
        const pdf = await pdfWith(async ({ document, page, text }) => {
          text('Seen by everybody', 800);
          for (const [at, { shade, size, opacity, mode, scale, under }] of lines.entries()) {
            const inner = await PDFDocument.create();
            const innerPage = inner.addPage([100, 20]);
            innerPage.pushOperators(setTextRenderingMode(mode));
            innerPage.drawText(`Line ${at}`, { x: 2, y: 5, size, opacity, color: rgb(shade, shade, shade) });
            const y = 600 - at * 100;
            page.drawPage(await document.embedPage(innerPage), { x: 72, y, xScale: scale, yScale: scale });
            const box = { x: 60, y: y - 10, width: 500, height: 100 };
            if (under === 'box') page.drawRectangle({ ...box, color: rgb(0.2, 0.2, 0.2) });
            if (under === 'paper') page.drawRectangle({ ...box, color: white });
          }
        });

        const [{ hidden_text }, { report }] = await Promise.all([
          read(pdf, { from: 'pdf', options: { ocr: 'never' } }),
          convert(pdf, { from: 'pdf', to: 'text', options: { ocr: 'never' } }),
        ]);

        expect(report.warnings.length > 0).toBe(hidden_text.length > 0);
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  describe('because of its clip', () => {
    const reasonsOf = async (pdf: Buffer) =>
      (await read(pdf, { from: 'pdf' })).hidden_text.map(({ text, reason }) => [text, reason]);

    const clipped = (x: number, y: number, width: number, height: number) =>
      pdfWith(({ page, text }) => {
        text('The first paragraph.', 770);
        page.pushOperators(...clipTo(x, y, width, height));
        text('CLIPPED', 700);
        page.pushOperators(popGraphicsState());
        text('The last paragraph.', 500);
      });

    it.each([
      ['beside it', 300, 690, 100, 40],
      ['above it', 60, 730, 300, 40],
      ['nowhere', 60, 690, 0, 0],
    ])('is left out and reported: %s', async (_, ...rectangle) => {
      const pdf = await clipped(...rectangle);

      expect(await reasonsOf(pdf)).toEqual([['CLIPPED', 'clipped']]);
      expect(await markdownOf(pdf)).toBe('The first paragraph.\n\nThe last paragraph.\n');
      expect(await textOf(pdf)).not.toContain('CLIPPED');
      expect(await markdownOf(pdf, { hidden: 'keep' })).toContain('CLIPPED');
    });

    it.each([
      ['around it', 60, 690, 300, 40],
      ['across it', 60, 690, 30, 40],
    ])('is kept if some of it shows: %s', async (_, ...rectangle) => {
      expect(await reasonsOf(await clipped(...rectangle))).toEqual([]);
    });

    it('is left out of a form that is clipped, and by the edges of a form', async () => {
      const pdf = await pdfWith(async ({ document, page, text }) => {
        text('The first paragraph.', 770);
        const form = await PDFDocument.create();
        const inner = form.addPage([200, 50]);
        inner.drawText('INSIDE', { x: 10, y: 10, size: 12 });
        inner.drawText('BEYOND', { x: 10, y: 80, size: 12 });
        const embedded = await document.embedPage(form.getPage(0));
        page.drawPage(embedded, { x: 72, y: 600 });
        page.pushOperators(...clipTo(300, 400, 100, 50));
        page.drawPage(embedded, { x: 72, y: 400 });
        page.pushOperators(popGraphicsState());
      });

      expect((await reasonsOf(pdf)).toSorted()).toEqual([
        ['BEYOND', 'clipped'],
        ['BEYOND', 'clipped'],
        ['INSIDE', 'clipped'],
      ]);
      expect(await markdownOf(pdf)).toContain('INSIDE');
    });
  });

  it.each([
    ['right', 700, 400],
    ['left', -200, 400],
    ['bottom', 72, -50],
    ['top', 72, 900],
  ])('is reported beyond the %s edge of its page', async (_, x, y) => {
    const pdf = await pdfWith(({ text }) => {
      text('The first paragraph.', 770);
      text('OUTSIDE', y, { x });
    });

    const { hidden_text } = await read(pdf, { from: 'pdf' });
    expect(hidden_text).toMatchObject([{ text: 'OUTSIDE', reason: 'off_page', place: { page: 1 } }]);
    const { bytes, report } = await convert(pdf, { from: 'pdf', to: 'text' });
    expect(Buffer.from(bytes).toString()).not.toContain('OUTSIDE');
    expect(report.warnings).toHaveLength(1);
  });

  it('includes text beneath an image', async () => {
    const grey = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const pdf = await pdfWith(async ({ document, page, text }) => {
      text('The first paragraph.', 770);
      text('BENEATH', 700);
      page.drawImage(await document.embedPng(grey), { x: 60, y: 690, width: 300, height: 40 });
    });

    const { hidden_text } = await read(pdf, { from: 'pdf' });
    expect(hidden_text).toMatchObject([{ text: 'BENEATH', reason: 'covered' }]);
  });

  it('is left out of tables', async () => {
    const pdf = await pdfWith(({ text }) => {
      text('Table 1: Rivers', 780);
      for (const [row, [river, length]] of [
        ['River', 'Length'],
        ['Elbe', '1094'],
        ['Oder', '866'],
        ['Ems', '371'],
      ].entries()) {
        text(river ?? '', 760 - 20 * row);
        text(length ?? '', 760 - 20 * row, { x: 200 });
      }
      text('IGNORE', 740, { x: 300, color: white });
    });

    const { bytes, report } = await extract(pdf, { format: 'tables', from: 'pdf' });

    const [table] = JSON.parse(Buffer.from(bytes).toString());
    expect(table.rows).toEqual([
      ['River', 'Length'],
      ['Elbe', '1094'],
      ['Oder', '866'],
      ['Ems', '371'],
    ]);
    expect(report.warnings).toEqual([expect.stringMatching(/Hidden text was left out on page 1/)]);
  });

  it('is found in text behind more objects than are looked at, and in forms in forms', async () => {
    const behind = await pdfWith(({ page, text }) => {
      text('Seen by everybody', 800);
      for (let at = 0; at < 8000; at += 1) page.pushOperators(...dot);
      text('WHITE', 700, { size: 0.5 });
    });
    const inside = await pdfWith(async ({ document, page, text }) => {
      text('Seen by everybody', 800);
      let form = await PDFDocument.create();
      form.addPage([300, 300]).drawText('WHITE', { x: 10, y: 10, size: 0.5 });
      for (let level = 0; level < 10; level += 1) {
        const outer = await PDFDocument.create();
        outer.addPage([300, 300]).drawPage(await outer.embedPage(form.getPage(0)));
        form = outer;
      }
      page.drawPage(await document.embedPage(form.getPage(0)));
    });

    expect(await textOf(behind)).not.toContain('WHITE');
    expect(await textOf(inside)).not.toContain('WHITE');
  });

  it('is kept on request', async () => {
    const markdown = await markdownOf(await withSecrets(), { hidden: 'keep' });

    for (const secret of ['WHITE', 'NEARLY', 'TINY', 'GLASS', 'OUTSIDE', 'BENEATH', 'UNPAINTED'])
      expect(markdown).toContain(secret);
  });

  it.each(['text', 'markdown'] as const)('refuses %s of a document that has no other', async (format) => {
    const pdf = await pdfWith(({ text }) => text('WHITE', 740, { color: white }));

    const refused = extract(pdf, { format, from: 'pdf' });

    await expect(refused).rejects.toMatchObject({
      code: 'empty_document',
      message: expect.stringContaining('Set "hidden" to "keep"'),
    });
  });

  it('does not include what an image or a shading lies behind', async () => {
    const dark = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#224' } })
      .png()
      .toBuffer();
    const pdf = await pdfWith(async ({ document, page, text }) => {
      page.drawImage(await document.embedPng(dark), { x: 60, y: 700, width: 300, height: 40 });
      text('White on a picture', 715, { color: white });
      text('Black elsewhere', 600);
    });

    const { blocks, hidden_text } = await read(pdf, { from: 'pdf' });

    expect(JSON.stringify(blocks)).toContain('White on a picture');
    expect(hidden_text).toEqual([]);
  });

  it('does not include the text that was recognized on a scan', async () => {
    const scan = await sharp({ create: { width: 60, height: 84, channels: 3, background: '#eee' } })
      .png()
      .toBuffer();
    const pdf = await pdfWith(async ({ document, page, text }) => {
      page.pushOperators(pushGraphicsState(), setTextRenderingMode(TextRenderingMode.Invisible));
      text('Recognized words of the scan', 700);
      page.pushOperators(popGraphicsState());
      page.drawImage(await document.embedPng(scan), { x: 0, y: 0, width: 595, height: 842 });
    });

    expect(await markdownOf(pdf, { ocr: 'never' })).toContain('Recognized words of the scan');
  });

  it('is a paragraph if it was recognized on a scan, whatever its font', async () => {
    const scan = await sharp({ create: { width: 60, height: 84, channels: 3, background: '#eee' } })
      .png()
      .toBuffer();
    const lines = [
      'The tide comes in twice a day and it',
      'goes out as often, so that the har-',
      'bour is empty.',
    ];
    const layered = (isScan: boolean): Promise<Buffer> =>
      pdfWith(async ({ document, page, text }) => {
        const courier = await document.embedFont(StandardFonts.CourierBold);
        lines.forEach((line, at) => {
          text(line, 700 - at * 14, { font: courier });
        });
        if (isScan) page.drawImage(await document.embedPng(scan), { x: 0, y: 0, width: 595, height: 842 });
      });

    expect(await markdownOf(await layered(true), { ocr: 'never' })).toBe(
      'The tide comes in twice a day and it goes out as often, so that the harbour is empty.\n',
    );
    expect(await markdownOf(await layered(false))).toContain('```');
  });

  it('does not include text that shows through a hatch', async () => {
    const pdf = await pdfWith(({ document, page, text }) => {
      const hatch = document.context.register(
        document.context.stream('0 0 m 8 8 l S', {
          PatternType: 1,
          PaintType: 2,
          TilingType: 1,
          BBox: [0, 0, 8, 8],
          XStep: 8,
          YStep: 8,
          Resources: {},
        }),
      );
      text('The first paragraph.', 770);
      text('Under a hatch', 700);
      page.node.normalizedEntries().Resources.set(PDFName.of('Pattern'), document.context.obj({ P1: hatch }));
      const spaces = document.context.obj({ Hatch: ['Pattern', 'DeviceRGB'] });
      page.node.normalizedEntries().Resources.set(PDFName.of('ColorSpace'), spaces);
      page.pushOperators(
        PDFOperator.of(PDFOperatorNames.NonStrokingColorspace, [PDFName.of('Hatch')]),
        PDFOperator.of(PDFOperatorNames.NonStrokingColorN, [
          ...['1', '0', '0'].map((part) => PDFNumber.of(Number(part))),
          PDFName.of('P1'),
        ]),
        PDFOperator.of(
          PDFOperatorNames.AppendRectangle,
          ['60', '690', '300', '30'].map((edge) => PDFNumber.of(Number(edge))),
        ),
        PDFOperator.of(PDFOperatorNames.FillNonZero),
      );
    });

    const { hidden_text } = await read(pdf, { from: 'pdf' });

    expect(hidden_text).toEqual([]);
  });

  it('does not include text under what lets it through', async () => {
    const pdf = await pdfWith(({ page, text }) => {
      text('Under a marker', 700);
      page.drawRectangle({ x: 60, y: 690, width: 300, height: 30, color: rgb(1, 1, 0), opacity: 0.3 });
      text('Under a highlighter', 760);
      page.drawRectangle({
        x: 60,
        y: 750,
        width: 300,
        height: 30,
        color: rgb(1, 1, 0),
        blendMode: BlendMode.Multiply,
      });
      text('Under a frame', 640);
      page.drawRectangle({
        x: 60,
        y: 630,
        width: 300,
        height: 30,
        borderColor: rgb(0, 0, 0),
        borderWidth: 1,
      });
      text('In a triangle', 540, { x: 300 });
      page.drawSvgPath('M 0 0 L 300 0 L 300 40 Z', { x: 72, y: 580, color: rgb(0, 0, 0) });
      text('Beside a box', 580);
      page.drawRectangle({ x: 100, y: 570, width: 300, height: 30, color: rgb(0, 0, 0) });
    });

    const { hidden_text } = await read(pdf, { from: 'pdf' });

    expect(hidden_text).toEqual([]);
  });
});
