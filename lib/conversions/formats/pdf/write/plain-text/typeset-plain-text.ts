import { charactersOf, chooseFonts } from '../../../../backends/fonts/font-coverage.ts';
import type { FontName } from '../../../../backends/fonts/fonts.ts';
import { directionOf } from '../../../../backends/fonts/leading-font.ts';
import { warnAboutMissing } from '../../../../backends/fonts/missing-glyphs.ts';
import { loadShaper } from '../../../../backends/harfbuzz/shaper.ts';
import { compactPdf } from '../../../../backends/typst/compact-pdf.ts';
import type { pageOptions } from '../../../../engine/options.ts';
import type { ConvertRequest, FileResult } from '../../../../engine/role.ts';
import { ConversionError } from '../../../../errors.ts';
import { startPdf } from '../../../../shared/pdf/pdf-file.ts';
import { prepareText } from '../prepare-text.ts';
import { MAX_PLAIN_TEXT_CHARACTERS } from '../text-limits.ts';
import { loadLineBreaks } from './break-points.ts';
import { embedFont } from './embed-font.ts';
import { lineSplitter, type Piece } from './line-pieces.ts';
import { type PageFont, pageFont } from './page-font.ts';
import { type Row, visualOrder, widthOf, wrapPieces } from './wrap-pieces.ts';
import { writePages } from './write-pages.ts';

const LINE_HEIGHT = 1.36;
const BASELINE = 0.9;
// A paragraph in the structure of the document, if no empty line ends it.
const LONGEST_PARAGRAPH = 100;

const decimal = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Typesets plain text in any script. */
export async function typesetPlainText(
  input: Uint8Array,
  { options, filename, onProgress }: ConvertRequest<typeof pageOptions, 'text', 'pdf'>,
): Promise<FileResult> {
  const { sections, title, page, fontSize, pageNumbers, isMono, warnings } = prepareText(
    input,
    options,
    filename,
  );
  const lines = sections.flat();
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  if (characters > MAX_PLAIN_TEXT_CHARACTERS) {
    const message = `The text has ${characters} characters; the limit for one PDF is ${MAX_PLAIN_TEXT_CHARACTERS}. Split the file.`;
    throw new ConversionError('too_complex', message);
  }
  const digits = pageNumbers ? ['0123456789'] : [];
  const { names, language, missing } = chooseFonts(
    charactersOf([...lines, ...digits]),
    isMono ? ['mono', 'sans'] : ['sans', 'mono'],
  );
  const [openFont, findBreaks] = await Promise.all([loadShaper(), loadLineBreaks()]);
  const fonts = new Map<FontName, PageFont>();
  const fontOf = (name: FontName): PageFont => {
    const font = fonts.get(name) ?? pageFont(name, `F${fonts.size}`, openFont(name), fontSize);
    fonts.set(name, font);
    return font;
  };
  const splitLine = await lineSplitter(names, fontOf);
  const pdf = startPdf();
  const { width, height, top, right, bottom, left } = page;
  const pages = writePages(pdf, { width, height, title, language });
  const lineHeight = fontSize * LINE_HEIGHT;
  // Rounding must not move the last line of a full page to the next page.
  const linesPerPage = Math.max(1, Math.floor((height - top - bottom) / lineHeight + 1e-6));
  // Rounding must not wrap a line that exactly fills the page, as 80 columns do.
  const room = Math.max(fontSize, width - left - right) + 0.01;
  let font: PageFont | undefined;
  let line = linesPerPage;

  function show(pieces: readonly Piece[], x: number, y: number): string {
    let content = `1 0 0 1 ${decimal(x)} ${decimal(y)} Tm`;
    let isOpen = false;
    for (const { shaped } of pieces) {
      if (shaped.font !== font) {
        font = shaped.font;
        content += `${isOpen ? ']TJ' : ''}/${font.resource} ${fontSize} Tf`;
        isOpen = false;
      }
      if (!isOpen) content += '[';
      isOpen = true;
      content += shaped.content;
    }
    return `${content}]TJ\n`;
  }

  function nextLine(): void {
    if (line >= linesPerPage) {
      pages.addPage();
      font = undefined;
      line = 0;
      if (pageNumbers) {
        const number = splitLine(String(pages.pages()), false);
        pages.addArtifact(show(number, (width - widthOf(number)) / 2, Math.max(bottom, 24) / 2));
      }
    }
    line += 1;
  }

  function addRow({ pieces, indent }: Row, isRightToLeft: boolean): void {
    nextLine();
    const x = isRightToLeft ? width - right - indent - widthOf(pieces) : left + indent;
    pages.addText(
      show(
        visualOrder(pieces, isRightToLeft),
        x,
        height - top - ((line - 1) * LINE_HEIGHT + BASELINE) * fontSize,
      ),
    );
  }

  let done = 0;
  for (const section of sections) {
    line = linesPerPage;
    let count = 0;
    let direction: boolean | undefined;
    for (const source of section) {
      done += 1;
      if (source === '') {
        nextLine();
        pages.endParagraph();
        count = 0;
        continue;
      }
      const isRightToLeft = directionOf(source).rtl === true;
      if (isRightToLeft !== direction || count === LONGEST_PARAGRAPH) {
        pages.endParagraph();
        count = 0;
      }
      direction = isRightToLeft;
      count += 1;
      const pieces = splitLine(source, isRightToLeft);
      for (const row of wrapPieces(source, pieces, room, findBreaks)) addRow(row, isRightToLeft);
      if (done % 5000 === 0) onProgress?.({ done, total: lines.length, unit: 'lines' });
    }
    pages.endParagraph();
  }
  const resources: string[] = [];
  for (const { name, resource, codes } of fonts.values())
    resources.push(`/${resource} ${embedFont(pdf, name, codes)} 0 R`);
  const bytes = pages.end(resources.join(''));
  return {
    bytes: compactPdf(bytes),
    pages: pages.pages(),
    warnings: [...warnings, ...warnAboutMissing(missing)],
  };
}
