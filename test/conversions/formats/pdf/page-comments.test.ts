import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { extract, read } from '../../../../lib/conversions/index.ts';

async function makeAnnotated(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 400]);
  page.drawText('A contract of sale', { x: 50, y: 300, size: 12 });
  const annotate = (subtype: string, contents: string, y: number): void => {
    const annotation = document.context.obj({
      Type: 'Annot',
      Subtype: subtype,
      Rect: [50, y, 250, y + 20],
      Contents: PDFString.of(contents),
      T: PDFString.of('Ada'),
      M: PDFString.of("D:20261123103000+01'00'"),
      DA: PDFString.of('/Helv 10 Tf 0 g'),
    });
    page.node.addAnnot(document.context.register(annotation));
  };
  annotate('Text', 'By whom?', 340);
  annotate('FreeText', 'typed by hand', 60);
  annotate('Link', 'a link', 200);
  annotate('Highlight', ' ', 150);
  page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
  return document.save();
}

describe('remarks on a PDF', () => {
  it('are comments beside the text, and typed text is part of it', async () => {
    const bytes = await makeAnnotated();
    const text = await extract(bytes, { from: 'pdf', format: 'text' });

    expect(Buffer.from(text.bytes).toString().split(/\n+/)).toEqual(['A contract of sale typed by hand']);
    expect((await read(bytes, { from: 'pdf' })).comments).toEqual([
      { author: 'Ada', created: '2026-11-23T09:30:00.000Z', text: 'By whom?', page: 1 },
    ]);
  });
});
