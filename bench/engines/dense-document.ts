import PDFDocument from 'pdfkit';

const vocabulary =
  'orchard market apples pears ledger harvest morning shipment quality invoice between during several measured account certain'.split(
    ' ',
  );

const size = 9;
const leading = 12.5;
const margin = 40;

/** Returns a function that makes lines of random words, the same ones each time. */
const lineMaker = (): ((words: number) => string) => {
  let seed = 7;
  const next = (): string => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    return vocabulary[(seed >> 8) % vocabulary.length] ?? '';
  };
  return (words) => Array.from({ length: words }, next).join(' ');
};

/** A page layout: columns of lines, and the words of a line. */
type PageLayout = { readonly columns: number; readonly lines: number; readonly words: number };

/** Pages of one column with 60 lines of 12 words. */
export const denseLayout: PageLayout = { columns: 1, lines: 60, words: 12 };

/** Pages of a paper in two columns. */
export const paperLayout: PageLayout = { columns: 2, lines: 60, words: 6 };

/** Writes a PDF whose pages are full of text. */
export const densePdf = async (
  pages: number,
  { columns, lines, words }: PageLayout,
): Promise<Uint8Array<ArrayBuffer>> => {
  const document = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false });
  const parts: Uint8Array[] = [];
  document.on('data', (part: Uint8Array) => parts.push(part));
  const ended = new Promise((resolve) => document.on('end', resolve));
  const lineOf = lineMaker();
  for (let page = 0; page < pages; page += 1) {
    document.addPage().font('Helvetica').fontSize(size);
    for (let column = 0; column < columns; column += 1) {
      const x = margin + (column * (document.page.width - margin)) / columns;
      for (let line = 0; line < lines; line += 1)
        document.text(lineOf(words), x, margin + line * leading, { lineBreak: false });
    }
  }
  document.end();
  await ended;
  return new Uint8Array(Buffer.concat(parts));
};
