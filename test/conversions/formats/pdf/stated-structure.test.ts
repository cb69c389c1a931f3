import { describe, expect, it } from 'vitest';
import { read } from '../../../../lib/conversions/index.ts';
import { makePdf } from '../../sample-files.ts';

type Pdf = Parameters<Parameters<typeof makePdf>[0]>[0];

const prose = 'The apples were early this year and the orchards of the valley were full of pickers. ';

const headingsOf = async (file: Buffer): Promise<string[]> =>
  (await read(file, { from: 'pdf' })).blocks.flatMap((block) =>
    block.kind === 'heading'
      ? [`${block.level} ${block.content.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')}`]
      : [],
  );

/** A paragraph with a tag; all in one type. */
const tagged = (document: Pdf, type: string, text: string, size = 11): void => {
  document.addStructure(
    document.struct(type, {}, () => {
      document.fontSize(size).text(text);
    }),
  );
};

const options = { tagged: true, lang: 'de-AT', pdfVersion: '1.7' } as const;

describe('the structure that a PDF states', () => {
  it('is its tags: headings, captions and other text, whatever their type', async () => {
    const file = await makePdf((document) => {
      tagged(document, 'H1', 'the orchards');
      tagged(document, 'P', prose.repeat(4));
      tagged(document, 'H3', 'of pickers');
      tagged(document, 'P', prose.repeat(4));
      tagged(document, 'P', 'Large words that are no heading', 20);
      tagged(document, 'Caption', 'A picker at work');
      tagged(document, 'P', prose.repeat(4));
    }, options);

    expect(await headingsOf(file)).toEqual(['1 the orchards', '3 of pickers']);
    const { blocks, language } = await read(file, { from: 'pdf' });
    expect(blocks.filter((block) => block.kind === 'paragraph' && block.role === 'caption')).toHaveLength(1);
    expect(language).toBe('de-AT');
  });

  it('is not its tags if they call most of the text headings', async () => {
    const file = await makePdf((document) => {
      document.fontSize(20);
      tagged(document, 'P', 'Yields', 20);
      for (let at = 0; at < 4; at += 1) tagged(document, 'H1', prose.repeat(3));
    }, options);

    expect(await headingsOf(file)).toEqual(['1 Yields']);
  });

  it('is its outline: titles in the type of the text, one level below a title that is not in it', async () => {
    const file = await makePdf((document) => {
      document.fontSize(24).text('Harvest of the valley').fontSize(11);
      const section = document.outline.addItem('The weather');
      document.moveDown(2).text('1. The weather').moveDown(2).text(prose.repeat(4));
      section.addItem('rain');
      document.moveDown(2).text('rain').moveDown(2).text(prose.repeat(4));
      document.moveDown(2).text('snow').moveDown(2).text(prose.repeat(4));
    });

    expect(await headingsOf(file)).toEqual(['1 Harvest of the valley', '2 1. The weather', '3 rain']);
  });

  it('is no caption that the outline lists', async () => {
    const file = await makePdf((document) => {
      document.outline.addItem('Table 1. Yields of the orchards');
      document.text('Table 1. Yields of the orchards').moveDown(2).text(prose.repeat(4));
    });

    expect(await headingsOf(file)).toEqual([]);
  });
});
