import type { LiteParseConfig, ParsedPage } from '@llamaindex/liteparse';
import { withOriginalSigns } from '../../backends/liteparse/original-signs.ts';
import { isRecognized, sourceOfParsedPage } from '../../backends/liteparse/parsed-page.ts';
import { corruptPdf, hiddenPdf, scannedPdf, textlessPdf } from '../../backends/pdfium/pdf-errors.ts';
import { type PdfiumFile, withPdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import { appendAll } from '../../base/arrays.ts';
import { countEach } from '../../base/count-of.ts';
import { noInfo } from '../../document/document-info.ts';
import type { Comment, HiddenText } from '../../document/document-model.ts';
import { hiddenWarnings, MAX_HIDDEN } from '../../document/hidden-text.ts';
import { needsOfTarget } from '../../document/needs.ts';
import type { DocumentInfo } from '../../document/result-schemas.ts';

import { EngineRefusal, type Target } from '../../engine/engine.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';
import type { Figure } from '../../shared/page-layout/figures.ts';
import { treeOfPages } from '../../shared/page-layout/layout-tree.ts';
import type { SourcePage } from '../../shared/page-layout/text-run.ts';
import { undrawnFigure } from './draw-figures.ts';
import { type ImageCollector, imageCollector } from './embedded-images.ts';
import { fieldsOf, type PagedField, withFields } from './form-fields.ts';
import { hiddenTextOf, withoutHidden } from './hidden-report.ts';
import { linksOf, withLinks } from './link-runs.ts';
import { maskedStreams } from './masked-streams.ts';
import { commentsOf, unshownOn } from './page-comments.ts';
import type { KnownImages, PagePicture } from './page-pictures.ts';
import { figuresOfPages, type PicturedPage, picturedPages, runsOfPages, signsOfPages } from './page-runs.ts';
import {
  readFullPdfInfo,
  readPdfAttachments,
  readPdfInfo,
  readPdfLanguage,
  readPdfOutline,
  readPdfParts,
} from './pdf-info.ts';
import type { PdfRequest } from './pdf-request.ts';
import { batchPages, readBatches } from './read-batches.ts';
import { readWarnings, scansAmong } from './scanned-pages.ts';
import { tablePages } from './table-pages.ts';
import type { PdfiumPage } from './text-runs/text-runs.ts';

/** The parts of a PDF that a target can contain. */
function needsOf(target: Target | undefined) {
  const to = target?.to;
  const isMetadata = to === 'metadata';
  const isPlain =
    to === 'text' || to === 'chunks' || to === 'metadata' || to === 'structured' || to === 'tables';
  const readsText = !isMetadata && to !== 'tables' && to !== 'images';
  return {
    links: !isPlain,
    notes: readsText,
    outline: readsText,
    details: isMetadata,
    language: to === 'document',
    attachments: to === 'document',
    fields: to !== 'tables' && to !== 'images',
    tables: !isMetadata,
    // Tables are found from liteparse's own text items, without styles.
    styles: to !== 'tables',
    info: to !== 'text' && to !== 'chunks' && to !== 'tables' && to !== 'images',
    images: needsOfTarget(target).images,
    mayBeEmpty: to === 'metadata' || to === 'images',
  };
}

type Needs = ReturnType<typeof needsOf>;

function configFor({ tables, notes, fields }: Needs): Partial<LiteParseConfig> {
  return {
    ...(tables ? { extractBlocks: true, extractVectorGraphics: true, emitWordBoxes: true } : {}),
    ...(notes ? { extractAnnotations: true } : {}),
    ...(fields ? { extractFormFields: true } : {}),
  };
}

const charactersIn = (runs: SourcePage['runs']): number =>
  runs.reduce((sum, run) => sum + run.text.replaceAll(/\s/g, '').length, 0);

// If one reader misses more than this share of the characters, the other one's text is used.
const TOLERATED_LOSS = 0.05;
// Up to this ratio of characters, the readers differ only in how they count.
const TOLERATED_EXCESS = 1.01;
// Points of width, and share of the height, above which two runs overlap.
const MIN_OVERLAP = 1;
const OVERLAP = 0.3;

/** The runs that only one reader found, such as values of form fields: they overlap no run of the other. */
function onlyIn(coarse: SourcePage['runs'], fine: SourcePage['runs']): SourcePage['runs'] {
  if (charactersIn(coarse) <= charactersIn(fine) * TOLERATED_EXCESS) return [];
  return coarse.filter(
    (run) =>
      !fine.some(
        (other) =>
          Math.min(run.x + run.width, other.x + other.width) > Math.max(run.x, other.x) + MIN_OVERLAP &&
          Math.min(run.y + run.height, other.y + other.height) >
            Math.max(run.y, other.y) + run.height * OVERLAP,
      ),
  );
}

/** A page with text styles if they are available. */
function toSource(
  page: ParsedPage,
  fine: Awaited<ReturnType<typeof runsOfPages>>,
  hasLinks: boolean,
): SourcePage {
  const found = fine.get(page.pageNum);
  if (found === undefined || isRecognized(page)) {
    const source = sourceOfParsedPage(page);
    return { ...source, runs: withFields(source.runs, page) };
  }
  const { width, height, turns, aside } = found;
  const seen = withoutHidden(page.textItems, found.hidden);
  const textItems = turns === 0 ? withOriginalSigns(seen, found.signs) : page.textItems;
  const coarse = sourceOfParsedPage({ ...page, textItems });
  const all = turns === 0 ? [...found.runs, ...onlyIn(coarse.runs, found.runs)] : found.runs;
  if (charactersIn(all) + aside.join('').length < charactersIn(coarse.runs) * (1 - TOLERATED_LOSS))
    return coarse;
  const runs = turns === 0 ? withFields(hasLinks ? withLinks(all, linksOf(page)) : all, page) : all;
  // On a rotated page the coordinates of tables differ from those of the text.
  return { ...coarse, width, height, runs, aside, ...(turns === 0 ? {} : { tables: [], figures: [] }) };
}

// Images of a document up to which figures are rendered, which takes up to a second each; of others there are only the labels.
const MAX_IMAGES = 300;

/** Renders the figures of pages, unless the result only names them, and collects their images. */
async function withDrawnFigures(
  file: PdfiumFile,
  sources: readonly SourcePage[],
  fine: FinePages,
  { namesImages = false }: PdfRequest,
  collector: ImageCollector,
): Promise<readonly SourcePage[]> {
  const figures = new Map<number, readonly Figure[]>();
  let left = MAX_IMAGES - collector.count();
  for (const { number, figures: own = [] } of sources) {
    if (fine.get(number)?.isTurned === true) continue;
    if (own.length > 0 && own.length <= left) figures.set(number, own);
    left -= own.length;
  }
  const drawn: ReadonlyMap<number, readonly PagePicture[]> = namesImages
    ? new Map([...figures].map(([page, own]) => [page, own.map((box, at) => undrawnFigure(page, box, at))]))
    : await figuresOfPages(file, figures);
  return sources.map((source) => ({
    ...source,
    figures: source.figures?.map((figure, at) => {
      const picture = drawn.get(source.number)?.[at];
      const [placed] = picture === undefined ? [] : collector.place({ pictures: [picture], beyondLimit: 0 });
      return { ...figure, image: placed?.index };
    }),
  }));
}

/** Pages by their numbers. With images if they are needed. */
type FinePages = ReadonlyMap<number, PdfiumPage | PicturedPage>;

const isPictured = (page: PdfiumPage | PicturedPage | undefined): page is PicturedPage =>
  page !== undefined && 'pictures' in page;

interface ImageSources extends Pick<KnownImages, 'isMasked'> {
  readonly collector: ImageCollector;
}

/** The text of pages by character, with their images if they are needed. */
async function finePages(
  file: PdfiumFile,
  { hidden }: PdfRequest['options'],
  numbers: readonly number[],
  needs: Needs,
  { collector, isMasked }: ImageSources,
): Promise<FinePages> {
  const keepsHidden = hidden === 'keep';
  return needs.images
    ? await picturedPages(file, numbers, { keepsHidden, images: { known: collector.known, isMasked } })
    : await runsOfPages(file, numbers, { keepsHidden });
}

async function styledPages(
  file: PdfiumFile,
  pages: readonly ParsedPage[],
  fine: FinePages,
  needs: Needs,
  request: PdfRequest,
  collector: ImageCollector,
): Promise<{ readonly sources: readonly SourcePage[]; readonly hiddenText: readonly HiddenText[] }> {
  const sources = pages.map((page) => {
    const found = fine.get(page.pageNum);
    return {
      ...toSource(page, fine, needs.links),
      images: isPictured(found) ? collector.place(found) : [],
    };
  });
  return {
    sources: needs.images ? await withDrawnFigures(file, sources, fine, request, collector) : sources,
    hiddenText: pages.flatMap(({ pageNum }) => {
      const found = fine.get(pageNum);
      return found === undefined ? [] : hiddenTextOf(pageNum, found);
    }),
  };
}

async function infoFor(
  needs: Needs,
  file: PdfiumFile,
  input: Uint8Array,
  password: string | undefined,
  fields: readonly PagedField[],
): Promise<DocumentInfo> {
  if (needs.details)
    return await readFullPdfInfo(
      file,
      input,
      password,
      fields.map(({ name, type, value, page }) => ({ name, type, value, page })),
    );
  return needs.info ? await readPdfInfo(file, input, password) : noInfo;
}

async function treeOfFile(input: Uint8Array, request: PdfRequest, file: PdfiumFile): Promise<DocumentResult> {
  const { password } = request.options;
  const needs = needsOf(request.target);
  const pages: SourcePage[] = [];
  const fields: PagedField[] = [];
  const comments: Comment[] = [];
  const hidden: HiddenText[] = [];
  const unshown: string[] = [];
  const collector = imageCollector(request.target?.to === 'images');
  const isMasked = needs.images ? maskedStreams(input) : () => false;
  let recognized = 0;
  const counts = await readBatches(input, request, configFor(needs), {
    size: needs.images ? batchPages.images : batchPages.layout,
    beside: async (numbers): Promise<FinePages> =>
      needs.styles
        ? await finePages(file, request.options, numbers, needs, { collector, isMasked })
        : new Map(),
    use: async (batch, fine = new Map()) => {
      const { sources, hiddenText } = needs.styles
        ? await styledPages(file, batch.pages, fine, needs, request, collector)
        : {
            sources: await tablePages(batch.pages, (numbers) => signsOfPages(file, numbers)),
            hiddenText: [],
          };
      appendAll(hidden, hiddenText);
      appendAll(pages, sources);
      for (const page of batch.pages) {
        appendAll(fields, fieldsOf(page));
        appendAll(comments, commentsOf(page));
        appendAll(unshown, unshownOn(page, needs.attachments));
      }
      recognized += batch.pages.filter(isRecognized).length;
    },
  });
  const blank = pages.filter((page) => page.runs.length === 0).map((page) => page.number);
  const scans = await scansAmong(input, request, blank);
  if (blank.length === pages.length && !needs.mayBeEmpty) {
    if (scans.length > 0) throw scannedPdf();
    if (hidden.length > 0) throw hiddenPdf();
    throw new EngineRefusal(textlessPdf());
  }
  const parts = needs.notes ? await readPdfParts(file) : [];
  appendAll(unshown, needs.attachments ? parts.filter((part) => part !== 'attached file') : parts);
  return {
    tree: {
      hub: 'document',
      format: 'pdf',
      metadata: await infoFor(needs, file, input, password, fields),
      language: needs.language ? await readPdfLanguage(input, password) : undefined,
      ...(fields.length === 0 ? {} : { form_fields: fields.map(({ page: _, ...field }) => field) }),
      ...(comments.length === 0 ? {} : { comments }),
      attachments: needs.attachments ? await readPdfAttachments(file) : [],
      ...(hidden.length === 0 ? {} : { hidden_text: hidden.slice(0, MAX_HIDDEN) }),
      ...treeOfPages(needs.styles ? pages : pages.filter(({ tables }) => tables.length > 0), {
        keepsLines: request.target?.to === 'document',
        outline: needs.outline ? await readPdfOutline(file) : [],
      }),
      paper: pages[0],
      images: collector.images(),
      page_count: counts.total,
    },
    pages: counts.asked,
    ocr_pages: recognized,
    warnings: [
      ...readWarnings(scans, counts),
      ...hiddenWarnings(hidden),
      ...leftOutWarning(countEach(unshown)),
      ...collector.warnings(),
    ],
    incomplete: counts.read === counts.asked ? undefined : corruptPdf(),
  };
}

/** Reads a PDF into a document: its text in reading order, structure and styles. */
export async function readTree(input: Uint8Array, request: PdfRequest): Promise<DocumentResult> {
  return await withPdfiumFile(input, request.options.password, (file) => treeOfFile(input, request, file));
}
