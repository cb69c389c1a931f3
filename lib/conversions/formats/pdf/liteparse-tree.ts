import type { LiteParseConfig, ParsedPage } from '@llamaindex/liteparse';
import { parsePages } from '../../backends/liteparse/liteparse-config.ts';
import { withOriginalPunctuation } from '../../backends/liteparse/original-punctuation.ts';
import { bulletShapesOf, isRecognized, sourceOfParsedPage } from '../../backends/liteparse/parsed-page.ts';
import { type PdfiumFile, withPdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import { appendAll } from '../../base/arrays.ts';
import { countEach } from '../../base/count-of.ts';
import { attachmentBlocks } from '../../document/attachment-blocks.ts';
import type { Comment, HiddenText } from '../../document/document-model.ts';
import { MAX_HIDDEN } from '../../document/hidden-text.ts';
import type { Needs } from '../../document/needs.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';
import { withDrawnBullets } from '../../shared/page-layout/drawn-bullets.ts';
import type { Figure } from '../../shared/page-layout/figures.ts';
import { withStruckCells } from '../../shared/page-layout/struck-cells.ts';
import type { SourcePage } from '../../shared/page-layout/text-run.ts';
import { turnsOfPage, withTurnedTexts } from '../../shared/page-tables/turned-page.ts';
import { undrawnFigure } from './draw-figures.ts';
import { type ImageCollector, imageCollector } from './embedded-images.ts';
import { fieldsOf, type PagedField, withFields } from './form-fields.ts';
import { hiddenTextOf, withoutHidden } from './hidden-report.ts';
import { linksOf, withLinks } from './link-runs.ts';
import { maskedStreams } from './masked-streams.ts';
import { commentsOf, unshownOn } from './page-comments.ts';
import type { KnownImages, PagePicture } from './page-pictures.ts';
import { figuresOfPages, type PicturedPage, picturedPages, runsOfPages } from './page-runs.ts';
import {
  readPdfAttachments,
  readPdfInfo,
  readPdfLanguage,
  readPdfOutline,
  readPdfParts,
  withPdfDetails,
} from './pdf-info.ts';
import { isProsePage } from './prose-page.ts';
import { batchPages, readBatches } from './read-batches.ts';
import type { PdfRequest } from './read-options.ts';
import { readReport } from './read-report.ts';
import { withLooks } from './run-looks.ts';
import { readTags, taggedFigures } from './tagged/read-tags.ts';
import { layoutTagged, tagWarnings } from './tagged/tagged-layout.ts';
import type { TaggedPages } from './tagged/tagged-pages.ts';
import type { PdfiumPage } from './text-runs/text-runs.ts';
import { readXfaForm, xfaBlocks, xfaWarning } from './xfa-form.ts';

/** What liteparse reads. Comments and form fields are also in the text. */
const configFor = ({ blocks, text, prose, details }: Needs): Partial<LiteParseConfig> => ({
  ...(blocks ? { extractBlocks: true, extractVectorGraphics: true, emitWordBoxes: true } : {}),
  ...(text && prose ? { extractAnnotations: true } : {}),
  ...((text && prose) || details ? { extractFormFields: true } : {}),
});

// Overlays that strike characters through are no text to one of the readers.
const charactersIn = (runs: SourcePage['runs']): number =>
  runs.reduce((sum, run) => sum + run.text.replaceAll(/\s|\u0335|\u0336/g, '').length, 0);

// If one reader misses more than this share of the characters, the other one's text is used.
const TOLERATED_LOSS = 0.05;
// Up to this ratio of characters, the readers differ only in how they count.
const TOLERATED_EXCESS = 1.01;
// Points of width, and share of the height, above which two runs overlap.
const MIN_OVERLAP = 1;
const OVERLAP = 0.3;

/** The runs that only one reader found, such as values of form fields: they overlap no run of the other. */
export function onlyIn(coarse: SourcePage['runs'], fine: SourcePage['runs']): SourcePage['runs'] {
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
  found: PdfiumPage | undefined,
  { prose }: Needs,
  tags: TaggedPages | undefined,
): SourcePage {
  if (found === undefined || isRecognized(page)) {
    const source = sourceOfParsedPage(page);
    return { ...source, runs: withFields(source.runs, page) };
  }
  const { width, height, turns, aside } = found;
  const seen = turns === 0 ? withoutHidden(page.textItems, found) : page.textItems;
  const textItems = withOriginalPunctuation(seen, found.punctuation);
  const read = withTurnedTexts({ ...page, textItems }, found.turned);
  const coarse = sourceOfParsedPage(read);
  const all = turns === 0 ? [...found.runs, ...onlyIn(coarse.runs, found.runs)] : found.runs;
  if (charactersIn([...all, ...aside]) < charactersIn(coarse.runs) * (1 - TOLERATED_LOSS)) return coarse;
  const runs = turns === 0 ? withFields(withLinks(all, linksOf(page)), page) : all;
  // Coordinates differ if the readers disagree on what is upright, and figures are drawn on the page as shown.
  const tables = prose && turns !== turnsOfPage(read) ? [] : coarse.tables;
  const isTagged = isPlausible(tags, page.pageNum, found);
  const drawn = isTagged ? taggedFigures(tags, page.pageNum, found) : coarse.figures;
  const figures = prose && turns !== 0 ? [] : drawn;
  const source = withStruckCells({ ...coarse, width, height, runs, aside, tables, figures });
  if (turns !== 0) return source;
  const bulleted = isTagged ? source : withDrawnBullets(source, bulletShapesOf(page));
  return isPictured(found) && found.colours !== undefined ? withLooks(bulleted, found.colours) : bulleted;
}

function isPlausible(
  tags: TaggedPages | undefined,
  number: number,
  { runs, aside }: PdfiumPage,
): tags is TaggedPages {
  return tags?.isPlausible(number, [...runs, ...aside]) ?? false;
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
  readonly needsMarks: boolean;
}

/** The text of pages by character, with their images if they are needed. */
async function finePages(
  file: PdfiumFile,
  { hidden }: PdfRequest['options'],
  numbers: readonly number[],
  needs: Needs,
  { collector, isMasked, needsMarks }: ImageSources,
): Promise<FinePages> {
  const keepsHidden = hidden === 'keep';
  return needs.images
    ? await picturedPages(file, numbers, {
        keepsHidden,
        needsStructure: true,
        needsMarks,
        images: { known: collector.known, isMasked, needsMarks },
        needsColours: needs.looks,
      })
    : await runsOfPages(file, numbers, { keepsHidden, needsStructure: true, needsMarks });
}

// Pages up to which a document is read twice at once: to find out first which of them need it would take longer.
const FEW_PAGES = 4;
// Pages that liteparse reads on its own threads while the next ones are read here.
const CHUNK = 20;

/** A page as liteparse returns one on which it finds nothing. */
const barePage = (pageNum: number, { width, height, runs }: PdfiumPage): ParsedPage => ({
  pageNum,
  width,
  height,
  text: runs.map(({ text }) => text).join('\n'),
  markdown: '',
  textItems: [],
});

/** Returns true for a page whose tags are plausible and that has no annotations but links, which are tagged too. */
const isTaggedAlone = (tags: TaggedPages | undefined, number: number, page: PdfiumPage): boolean =>
  !page.hasNotes && page.turns === 0 && page.hidden.length === 0 && isPlausible(tags, number, page);

/** Reads pages by character, and those that are more than prose and not tagged by liteparse too. */
async function readBoth(
  numbers: readonly number[],
  reading: {
    readonly fine: (numbers: readonly number[]) => Promise<FinePages>;
    readonly coarse: (numbers: readonly number[]) => Promise<readonly ParsedPage[]>;
    readonly tags: TaggedPages | undefined;
  },
): Promise<{ readonly fine: FinePages; readonly pages: readonly ParsedPage[] }> {
  if (numbers.length <= FEW_PAGES && reading.tags === undefined) {
    const [pages, fine] = await Promise.all([reading.coarse(numbers), reading.fine(numbers)]);
    return { fine, pages };
  }
  const fine = new Map<number, PdfiumPage | PicturedPage>();
  const parsed: Promise<readonly ParsedPage[]>[] = [];
  for (let at = 0; at < numbers.length; at += CHUNK) {
    const some = numbers.slice(at, at + CHUNK);
    for (const [number, page] of await reading.fine(some)) fine.set(number, page);
    const prose = some.flatMap((number) => {
      const page = fine.get(number);
      return page !== undefined && (isProsePage(page) || isTaggedAlone(reading.tags, number, page))
        ? [barePage(number, page)]
        : [];
    });
    const bare = new Set(prose.map(({ pageNum }) => pageNum));
    const pages = reading
      .coarse(some.filter((number) => !bare.has(number)))
      .then((found) => [...found, ...prose].toSorted((one, other) => one.pageNum - other.pageNum));
    // It is awaited below, also after an error.
    pages.catch(() => undefined);
    parsed.push(pages);
  }
  return { fine, pages: (await Promise.all(parsed)).flat() };
}

async function styledPages(
  file: PdfiumFile,
  pages: readonly ParsedPage[],
  fine: FinePages,
  request: PdfRequest,
  collector: ImageCollector,
  tags: TaggedPages | undefined,
): Promise<readonly SourcePage[]> {
  const sources = pages.map((page) => {
    const found = fine.get(page.pageNum);
    return {
      ...toSource(page, found, request.needs, tags),
      images: isPictured(found) ? collector.place(found) : [],
    };
  });
  return request.needs.images ? await withDrawnFigures(file, sources, fine, request, collector) : sources;
}

async function treeOfFile(
  input: Uint8Array,
  request: PdfRequest,
  file: PdfiumFile,
  isWithFiles: boolean,
): Promise<DocumentResult> {
  const { password } = request.options;
  const { needs } = request;
  const pages: SourcePage[] = [];
  const fields: PagedField[] = [];
  const comments: Comment[] = [];
  const hidden: HiddenText[] = [];
  const unshown: string[] = [];
  const collector = imageCollector(!needs.text);
  const isMasked = needs.images ? maskedStreams(input) : () => false;
  const stated = needs.text ? readTags(input) : undefined;
  const tags = stated === 'implausible' ? undefined : stated;
  const needsMarks = tags !== undefined;
  let recognized = 0;
  let fine: FinePages = new Map();
  const counts = await readBatches(input, file, request, {
    size: needs.images ? batchPages.images : batchPages.layout,
    read: async (numbers) => {
      const read = await readBoth(numbers, {
        fine: async (some) =>
          await finePages(file, request.options, some, needs, { collector, isMasked, needsMarks }),
        coarse: async (some) => await parsePages(input, request.options, configFor(needs), some),
        tags,
      });
      fine = read.fine;
      return read.pages;
    },
    use: async (batch) => {
      appendAll(pages, await styledPages(file, batch, fine, request, collector, tags));
      for (const page of batch) {
        const found = fine.get(page.pageNum);
        if (found !== undefined) appendAll(hidden, hiddenTextOf(page.pageNum, found));
        appendAll(fields, fieldsOf(page));
        appendAll(comments, commentsOf(page));
        appendAll(unshown, unshownOn(page, needs.beside));
      }
      recognized += batch.filter(isRecognized).length;
    },
  });
  const blank = pages.filter((page) => page.runs.length === 0).map((page) => page.number);
  const isRead = needs.text && needs.prose;
  // A form on the pages shows the same.
  const xfa = (isRead || needs.details) && fields.length === 0 ? await readXfaForm(file) : undefined;
  appendAll(fields, xfa?.fields ?? []);
  const parts = isRead ? await readPdfParts(file) : [];
  const attached = isRead || needs.beside ? await readPdfAttachments(file, needs.beside) : [];
  const hasMore = isRead && (xfa !== undefined || attached.length > 0);
  const report = await readReport(input, request, { counts, blank, recognized, hidden, hasMore });
  const shown = [
    ...(needs.beside || isWithFiles ? ['attached file'] : []),
    ...(xfa === undefined ? [] : ['XFA form']),
  ];
  appendAll(
    unshown,
    parts.filter((part) => !shown.includes(part)),
  );
  const info = await readPdfInfo(file, input, password);
  const isShown = ({ number, tables, runs, aside }: SourcePage): boolean =>
    needs.prose || tables.length > 0 || tags?.isPlausible(number, [...runs, ...aside]) === true;
  const layout = layoutTagged(pages.filter(isShown), tags, {
    keepsLines: needs.lines,
    keepsLooks: needs.looks,
    outline: isRead ? await readPdfOutline(file) : [],
  });
  return {
    tree: {
      hub: 'document',
      format: 'pdf',
      metadata: needs.details ? await withPdfDetails(info, file, input, password, fields) : info,
      language: needs.beside ? await readPdfLanguage(input, password) : undefined,
      ...(fields.length === 0 ? {} : { form_fields: fields.map(({ page: _, ...field }) => field) }),
      ...(comments.length === 0 ? {} : { comments }),
      attachments: needs.beside ? attached : [],
      ...(hidden.length === 0 ? {} : { hidden_text: hidden.slice(0, MAX_HIDDEN) }),
      ...layout,
      blocks: [
        ...layout.blocks,
        ...(isRead && xfa !== undefined ? xfaBlocks(xfa) : []),
        ...(isRead && !isWithFiles ? attachmentBlocks(attached) : []),
      ],
      paper: pages[0],
      images: collector.images(),
      page_count: counts.total,
    },
    ...report,
    warnings: [
      ...report.warnings,
      ...tagWarnings(stated),
      ...(isRead && xfa !== undefined ? [xfaWarning] : []),
      ...leftOutWarning(countEach(unshown)),
      ...collector.warnings(),
    ],
  };
}

/** Reads a PDF into a document: its text in reading order, structure and styles. */
export async function readTree(
  input: Uint8Array,
  request: PdfRequest,
  isWithFiles = false,
): Promise<DocumentResult> {
  return await withPdfiumFile(input, request.options.password, (file) =>
    treeOfFile(input, request, file, isWithFiles),
  );
}
