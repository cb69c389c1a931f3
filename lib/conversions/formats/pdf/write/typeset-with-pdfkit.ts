import type PDFDocument from 'pdfkit';
import { fontPath, fonts } from '../../../backends/fonts/fonts.ts';
import { loadPackage } from '../../../base/package-assets.ts';
import { EngineRefusal, type RequestContext } from '../../../engine/engine.ts';
import type { pageOptions } from '../../../engine/options.ts';
import type { ConvertRequest, FileResult } from '../../../engine/role.ts';
import { ConversionError } from '../../../errors.ts';
import { type PreparedText, prepareText } from './prepare-text.ts';
import { MAX_PDFKIT_CHARACTERS } from './text-limits.ts';
import type { PageData } from './typesetting/page-data.ts';
import { wrapLine } from './wrap-line.ts';

const LINE_HEIGHT = 1.36;

// Scripts that run left to right without shaping. Typst lays out all others.
const SIMPLE = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}]*$/u;
const NOT_SIMPLE = /\p{Extended_Pictographic}|\p{Bidi_Control}|\p{Join_Control}|\p{Variation_Selector}/u;
// Pictographs according to Unicode, but ordinary symbols in text fonts.
const PLAIN_SIGNS = /[©®™‼⁉↔-↙↩↪▪▫▶◀◻◼♀♂♠♣♥♦✔✖〰]/gu;

type Document = InstanceType<typeof PDFDocument>;

interface PdfkitFont {
  readonly font: { hasGlyphForCodePoint: (codePoint: number) => boolean };
  widthOfString: (text: string, size: number, features?: unknown) => number;
}

function refuseUncovered(lines: Iterable<string>, font: PdfkitFont, family: string): void {
  const characters = new Set<string>();
  for (const line of lines) for (const character of line) characters.add(character);
  const all = [...characters];
  const isCovered = all.every((character) => font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  const text = all.join('');
  if (isCovered && SIMPLE.test(text) && !NOT_SIMPLE.test(text.replaceAll(PLAIN_SIGNS, ''))) return;
  // Not the document's fault: Typst lays out any text, so this is reported only if Typst cannot run.
  const message = `The text contains characters that the font ${family} lacks, and no other engine is available. Try again.`;
  throw new EngineRefusal(new ConversionError('internal_error', message));
}

function checkLength(text: PreparedText): void {
  const characters = text.sections.flat().reduce((sum, line) => sum + line.length, 0);
  if (characters <= MAX_PDFKIT_CHARACTERS) return;
  const message = `The text has ${characters} characters; the limit for one PDF is ${MAX_PDFKIT_CHARACTERS}. Split the file.`;
  throw new ConversionError('too_complex', message);
}

/** Typesets plain text in simple scripts. Declines others. */
export async function typesetWithPdfkit(
  input: Uint8Array,
  { options, filename, onProgress }: ConvertRequest<typeof pageOptions, 'text', 'pdf'>,
): Promise<FileResult> {
  const text = prepareText(input, options, filename);
  checkLength(text);
  const { default: Pdf } = await loadPackage<{ readonly default: typeof PDFDocument }>('pdfkit');
  const fontName = text.isMono ? 'mono' : 'sans';
  // PDFKit derives the file's identifier from this date, so the same text yields the same bytes. It is removed below.
  const info = {
    CreationDate: new Date(0),
    Producer: 'DocForge',
    Creator: 'DocForge',
    ...(text.title ? { Title: text.title } : {}),
  };
  const document = new Pdf({ autoFirstPage: false, font: fontPath(fontName), margin: 0, info });
  Reflect.deleteProperty(document.info, 'CreationDate');
  // Would prepare XMP, which PDF 1.3 lacks, from that date.
  Object.assign(document, { endMetadata: () => undefined });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => document.on('end', resolve));
  const font: PdfkitFont = Reflect.get(document, '_font');
  refuseUncovered(text.sections.flat(), font, fonts[fontName].family);
  const pages = setPages(document, font, text, onProgress);
  document.end();
  await ended;
  return { bytes: Buffer.concat(parts), pages, warnings: text.warnings };
}

function setPages(
  document: Document,
  font: PdfkitFont,
  { sections, page, fontSize, pageNumbers, isMono }: PreparedText,
  onProgress: RequestContext['onProgress'],
): number {
  const advance = font.widthOfString('0', fontSize);
  const measure = isMono
    ? (line: string) => line.length * advance
    : (line: string) => font.widthOfString(line, fontSize);
  const { width, height } = page;
  const lineHeight = fontSize * LINE_HEIGHT;
  // Rounding must not move the last line of a full page to the next page.
  const linesPerPage = Math.max(1, Math.floor((height - page.top - page.bottom) / lineHeight + 1e-6));
  // Rounding must not wrap a line that exactly fills the page, as 80 columns do.
  const room = Math.max(fontSize, width - page.left - page.right) + 0.01;
  let pages = 0;
  const total = sections.flat().length;
  let done = 0;
  for (const section of sections) {
    let line = linesPerPage;
    for (const source of section) {
      for (const part of wrapLine(source, room, measure)) {
        if (line >= linesPerPage) {
          document.addPage({ size: [width, height], margin: 0 });
          document.fontSize(fontSize);
          pages += 1;
          line = 0;
          if (pageNumbers) setPageNumber(document, String(pages), page);
          if (pages % 100 === 0) onProgress?.({ done, total, unit: 'lines' });
        }
        if (part !== '') document.text(part, page.left, page.top + line * lineHeight, { lineBreak: false });
        line += 1;
      }
      done += 1;
    }
  }
  return pages;
}

function setPageNumber(document: Document, number: string, { width, height, bottom }: PageData): void {
  const y = height - Math.max(bottom, 24) / 2 - 6;
  document.text(number, (width - document.widthOfString(number)) / 2, y, { lineBreak: false });
}
