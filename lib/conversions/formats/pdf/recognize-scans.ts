import type { ParsedPage } from '@llamaindex/liteparse';
import { parsePages } from '../../backends/liteparse/liteparse-config.ts';
import type { PdfiumDocument } from '../../backends/pdfium/pdfium-document.ts';
import type { PdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import { CHANNELS } from '../../backends/pdfium/render-page.ts';
import { loadSharp, type Sharp } from '../../backends/sharp/load-sharp.ts';
import { MAX_OCR_PAGES } from '../../backends/tesseract/limits.ts';
import {
  OCR_BATCH,
  OCR_DPI,
  type RecognizedPage,
  recognizeImages,
} from '../../backends/tesseract/recognize.ts';
import type { HiddenText } from '../../document/document-model.ts';
import type { Recognition } from '../../engine/recognition.ts';
import { ConversionError } from '../../errors.ts';
import { MAX_PAGE_PIXELS } from './limits.ts';
import { drawPage } from './page-images.ts';
import type { PdfRequest } from './read-options.ts';

/** What is known of a page before its text is recognized. */
export interface ReadPage {
  readonly pageNum: number;
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** All of its text, hidden text too. */
  readonly text: string;
  readonly hidden: readonly HiddenText[];
  /** Whether the page shows text in fonts that are not embedded and for which PDFium returns no characters. */
  readonly losesText: boolean;
}

// A scan can contain a stamp or a page number as text.
const FEW_LETTERS = 60;
const BLANK = /\s/;
// Characters of a font without a Unicode mapping: private-use or unassigned.
const NO_LETTER = /[\p{Co}\p{Cn}\ufffd]|[\p{Cc}--[\t\n\r\f\v]]/gv;
const GARBLED_SHARE = 0.3;

const visible = (text: string): string => text.replaceAll(/\s/g, '');

function hasFewLetters(text: string): boolean {
  let count = 0;
  for (const character of text) {
    if (count === FEW_LETTERS) return false;
    if (!BLANK.test(character)) count += 1;
  }
  return count < FEW_LETTERS;
}

// Most pages contain nothing else.
const PLAIN = /^[\x20-\x7e\n]*$/;

function isGarbled(text: string): boolean {
  if (PLAIN.test(text)) return false;
  const letters = visible(text);
  return letters.length > 0 && (letters.match(NO_LETTER)?.length ?? 0) > letters.length * GARBLED_SHARE;
}

/**
 * Returns how much of some pages is images, by page number. Parses them a second time: few documents have pages without
 * text, and this takes a third of the time of reading a page.
 */
export async function complexitiesOf(
  input: Uint8Array,
  options: Pick<PdfRequest['options'], 'password'>,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, ParsedPage['complexity']>> {
  const pages = await parsePages(input, options, { includeComplexity: true }, numbers);
  return new Map(pages.map((page) => [page.pageNum, page.complexity]));
}

/** Numbers of the pages that are images with almost no text, or whose text is unusable. */
async function scansAmong(
  input: Uint8Array,
  options: PdfRequest['options'],
  pages: readonly ReadPage[],
): Promise<number[]> {
  const bare = pages.filter(({ text }) => hasFewLetters(text) || isGarbled(text));
  const complexities = await complexitiesOf(
    input,
    options,
    bare.map((page) => page.pageNum),
  );
  return bare
    .filter(({ pageNum, text }) => {
      const seen = complexities.get(pageNum);
      if (seen === undefined) return false;
      return (
        isGarbled(text) ||
        seen.fullPageImage ||
        seen.imageCoverage > 0.5 ||
        (visible(text) === '' && seen.needsOcr)
      );
    })
    .map((page) => page.pageNum);
}

/** Renders a page in grey. */
async function greyPage(sharp: Sharp, document: PdfiumDocument, page: ReadPage, dpi: number) {
  const [width, height] = [page.width, page.height].map((side) => Math.max(1, Math.round((side * dpi) / 72)));
  if (width === undefined || height === undefined) return undefined;
  const drawn = await drawPage(document, { page: page.pageNum, width, height });
  if (drawn === undefined) return undefined;
  const { rgb, damaged } = drawn;
  const grey = sharp(rgb, { raw: { width, height, channels: CHANNELS } }).toColourspace('b-w');
  return {
    number: page.pageNum,
    damaged,
    image: { pixels: await grey.raw().toBuffer(), width, height, dpi },
  };
}

/** The highest resolution at which a page of this size (in points) is within the pixel limit. */
function dpiFor({ width, height }: ReadPage): number {
  return Math.min(OCR_DPI, Math.floor(Math.sqrt((MAX_PAGE_PIXELS / 2 / (width * height)) * 72 * 72)));
}

/** Pages that are rendered at one resolution and recognized together. */
function batchesOf(scans: readonly ReadPage[]): { readonly dpi: number; readonly pages: ReadPage[] }[] {
  const batches: { readonly dpi: number; readonly pages: ReadPage[] }[] = [];
  for (const page of scans) {
    const dpi = dpiFor(page);
    const last = batches.at(-1);
    if (last?.dpi === dpi && last.pages.length < OCR_BATCH) last.pages.push(page);
    else batches.push({ dpi, pages: [page] });
  }
  return batches;
}

/** Recognition progress across the document. */
interface OcrJob {
  /** Number of pages recognized so far. */
  readonly before: number;
  /** Receives the completed share of the current pages, from 0 to 1. */
  readonly onShare: (share: number) => void;
}

/** Pages after recognition. */
interface RecognizedBatch<Page> {
  readonly pages: readonly (Page | RecognizedPage)[];
  readonly recognized: readonly (RecognizedPage | FailedPage)[];
  /** Numbers of the pages that other processes are to recognize, if this one has the role `plan`. */
  readonly left: readonly number[];
}

/** A page that another process could not recognize. */
interface FailedPage {
  readonly pageNum: number;
  readonly unread: 0;
  readonly doubtful: 0;
  readonly turn?: undefined;
  readonly damaged?: undefined;
  readonly hasFailed: true;
}

/** Puts pages that other processes recognized in the place of those without text. */
function assembled<Page extends ReadPage>(
  read: readonly Page[],
  { pages, failed }: Extract<Recognition, { role: 'assemble' }>,
): RecognizedBatch<Page> {
  // They were written by the same version of `recognizeImages`.
  const known = pages as ReadonlyMap<number, RecognizedPage>;
  const lost = new Set(failed);
  return {
    pages: read.map((page) => known.get(page.pageNum) ?? page),
    recognized: read.flatMap(({ pageNum }): readonly (RecognizedPage | FailedPage)[] => {
      if (lost.has(pageNum)) return [{ pageNum, unread: 0, doubtful: 0, hasFailed: true }];
      const page = known.get(pageNum);
      return page === undefined ? [] : [page];
    }),
    left: [],
  };
}

/**
 * Recognizes the text of pages without usable text (or of all or no pages, according to `ocr`). Returns all pages and the
 * recognized ones. All items of a recognized page have a `confidence`. Throws ConversionError `too_complex` for
 * more than {@link MAX_OCR_PAGES} in a document.
 */
export async function recognizeScans<Page extends ReadPage>(
  input: Uint8Array,
  file: PdfiumFile,
  { options, needs, recognition }: PdfRequest,
  read: readonly Page[],
  job: OcrJob,
): Promise<RecognizedBatch<Page>> {
  const { ocr, ocr_languages: languages } = options;
  if (recognition?.role === 'assemble') return assembled(read, recognition);
  if (ocr === 'never' || (ocr === 'auto' && !needs.text)) return { pages: read, recognized: [], left: [] };
  const numbers =
    ocr === 'always' || recognition?.role === 'recognize'
      ? read.map((page) => page.pageNum)
      : await scansAmong(input, options, read);
  if (numbers.length === 0) return { pages: read, recognized: [], left: [] };
  if (job.before + numbers.length > MAX_OCR_PAGES) {
    const message = `More than ${MAX_OCR_PAGES} pages need text recognition, the limit per job. Select fewer with the "pages" option, or set "ocr" to "never".`;
    throw new ConversionError('too_complex', message);
  }
  if (recognition?.role === 'plan' && job.before + numbers.length > recognition.maxPages)
    return { pages: read, recognized: [], left: numbers };
  const wanted = new Set(numbers);
  const scans = read.filter((page) => wanted.has(page.pageNum));
  const sharp = await loadSharp();
  const recognized = new Map<number, RecognizedPage>();
  let done = 0;
  for (const { dpi, pages: some } of batchesOf(scans)) {
    const drawn = await file.use(async (document) => {
      const images = [];
      for (const page of some) images.push((await greyPage(sharp, document, page, dpi)) ?? []);
      return images.flat();
    });
    const pages = await recognizeImages(
      drawn.map(({ image }) => image),
      languages,
      drawn.map(({ number }) => number),
    );
    for (const [at, page] of pages.entries())
      recognized.set(page.pageNum, { ...page, damaged: drawn[at]?.damaged ?? [] });
    done += some.length;
    job.onShare(done / scans.length);
  }
  return {
    pages: read.map((page) => recognized.get(page.pageNum) ?? page),
    recognized: [...recognized.values()],
    left: [],
  };
}
