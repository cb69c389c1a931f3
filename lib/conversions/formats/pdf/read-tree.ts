import { sourceOfRecognized } from '../../backends/liteparse/parsed-page.ts';
import type { Pin } from '../../backends/pdfium/document-details.ts';
import { type PdfiumFile, withPdfiumFile } from '../../backends/pdfium/pdfium-file.ts';
import type { RecognizedPage } from '../../backends/tesseract/recognize.ts';
import { appendAll } from '../../base/arrays.ts';
import { countEach } from '../../base/count-of.ts';
import { attachmentBlocks } from '../../document/attachment-blocks.ts';
import type { Comment } from '../../document/document-model.ts';
import { MAX_HIDDEN } from '../../document/hidden-text.ts';
import type { DocumentResult } from '../../engine/roles.ts';
import { turnedSize } from '../../shared/geometry/quarter-turns.ts';
import { leftOutWarning } from '../../shared/left-out-parts.ts';
import type { Drawing } from '../../shared/page-layout/drawing.ts';
import { withDrawnBullets } from '../../shared/page-layout/drawn-bullets.ts';
import { withTablesAndFigures } from '../../shared/page-layout/drawn-page.ts';
import type { Figure } from '../../shared/page-layout/figures.ts';
import { isProsePage } from '../../shared/page-layout/prose-page.ts';
import { withStruckCells } from '../../shared/page-layout/struck-cells.ts';
import type { SourcePage } from '../../shared/page-layout/text-run.ts';
import { tablesOfPage } from '../../shared/page-tables/tables-of-page.ts';
import { undrawnFigure } from './draw-figures.ts';
import { type ImageCollector, imageCollector } from './embedded-images.ts';
import { fieldsOf, type PagedField, undrawnRuns, withFields } from './form-fields.ts';
import { hiddenTextOf } from './hidden-report.ts';
import { linksOf, withLinks } from './link-runs.ts';
import { maskedStreams } from './masked-streams.ts';
import { coloursOfPage, type PageColours } from './page-colours.ts';
import { commentsOf, pinsOf, unshownOn } from './page-comments.ts';
import { type KnownImages, type PagePicture, picturesOfPage } from './page-pictures.ts';
import { type AnnotatedPage, figuresOfPages, type PicturedPage, readRuns } from './page-runs.ts';
import {
  readPdfAttachments,
  readPdfInfo,
  readPdfLanguage,
  readPdfOutline,
  readPdfParts,
  withPdfDetails,
} from './pdf-info.ts';
import { batchPages, readBatches } from './read-batches.ts';
import type { PdfRequest } from './read-options.ts';
import { readReport } from './read-report.ts';
import type { ReadPage } from './recognize-scans.ts';
import { withLooks } from './run-looks.ts';
import { rulesOf, withTableRules } from './table-rules.ts';
import { readTags, taggedFigures, taggedFormulas } from './tagged/read-tags.ts';
import { layoutTagged, tagWarnings } from './tagged/tagged-layout.ts';
import type { TaggedPages } from './tagged/tagged-pages.ts';
import { readXfaForm, xfaBlocks, xfaWarning } from './xfa-form.ts';

/** A page of a document that is read, with its content by character. */
export interface TreePage extends ReadPage {
  readonly found: AnnotatedPage | PicturedPage;
}

/** Adds the looks of text, and the lines and filled shapes. */
const withPaint = (source: SourcePage, drawings: readonly Drawing[], colours: PageColours): SourcePage => ({
  ...withLooks(source, colours),
  paint: { rules: rulesOf(drawings, colours), fills: colours.fills },
});

/**
 * A page with its tables and figures, unless its tags have them, and with its links and the content of its fields. Without
 * `needsProse`, a page without tables stays as it is.
 */
export function toSource(
  { pageNum: number, found }: TreePage,
  tags: TaggedPages | undefined,
  needsProse: boolean,
): SourcePage {
  const { width, height, turns, aside, turned, drawings, hasDrawings, annotations } = found;
  const own: SourcePage = { number, width, height, runs: found.runs, aside, tables: [], images: [] };
  const runs = withFields(withLinks(found.runs, linksOf(annotations)), annotations);
  const page = { width, height, runs: [...found.runs, ...turned], drawings, proposals: [] };
  const isTagged = tags?.isPlausible(number, [...found.runs, ...aside], () => tablesOfPage(page)) === true;
  const isProse = !hasDrawings && aside.length === 0 && isProsePage(found.runs);
  const laid = isTagged || isProse ? own : withTablesAndFigures(own, page, needsProse);
  const tables = isTagged && tags.withGaps.has(number) ? tablesOfPage(page) : [];
  const figures = isTagged
    ? [...taggedFigures(tags, number, found), ...taggedFormulas(tags, own, found)]
    : undefined;
  const source = isTagged
    ? { ...laid, runs, tables, figures }
    : withDrawnBullets(withStruckCells({ ...laid, runs }), drawings);
  const looked =
    isPictured(found) && found.colours !== undefined ? withPaint(source, drawings, found.colours) : source;
  // Figures are drawn on the page as shown.
  return turns === 0 ? looked : { ...looked, figures: [] };
}

// Images of a document up to which figures are rendered, which takes up to a second each; of others there are only the labels.
const MAX_IMAGES = 300;

/** Renders the figures of pages, unless the result only names them, and collects their images. */
async function withDrawnFigures(
  file: PdfiumFile,
  sources: readonly SourcePage[],
  pages: readonly (TreePage | RecognizedPage)[],
  { namesImages = false }: PdfRequest,
  collector: ImageCollector,
): Promise<readonly SourcePage[]> {
  const figures = new Map<number, readonly Figure[]>();
  let left = MAX_IMAGES - collector.count();
  const turned = new Set(
    pages.flatMap((page) => ('found' in page && page.found.isTurned ? [page.pageNum] : [])),
  );
  for (const { number, figures: own = [] } of sources) {
    if (turned.has(number)) continue;
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

const isPictured = (page: AnnotatedPage | PicturedPage): page is PicturedPage => 'pictures' in page;

interface ImageSources extends Pick<KnownImages, 'isMasked'> {
  readonly collector: ImageCollector;
  readonly needsMarks: boolean;
}

/** Reads pages by character, with their images and colours if they are needed. */
async function treePages(
  file: PdfiumFile,
  { options: { hidden }, needs, namesImages }: PdfRequest,
  numbers: readonly number[],
  { collector, isMasked, needsMarks }: ImageSources,
): Promise<readonly TreePage[]> {
  const options = { keepsHidden: hidden === 'keep', needsStructure: needs.blocks, needsMarks };
  const images = { known: collector.known, isMasked, needsMarks, namesImages };
  return await readRuns(file, numbers, options, async (runs, document, page, pageNum): Promise<TreePage> => {
    const pictures = needs.images ? await picturesOfPage(document, page, pageNum, images) : undefined;
    const colours = needs.looks ? coloursOfPage(document, page) : undefined;
    return {
      ...turnedSize(runs, runs.turns),
      pageNum,
      text: [...runs.runs, ...runs.aside, ...runs.hidden, ...undrawnRuns(runs.runs, runs.annotations)]
        .map(({ text }) => text)
        .join('\n'),
      hidden: hiddenTextOf(pageNum, runs),
      losesText: runs.losesText,
      found: pictures === undefined ? runs : { ...runs, ...pictures, colours },
    };
  });
}

async function styledPages(
  file: PdfiumFile,
  pages: readonly (TreePage | RecognizedPage)[],
  request: PdfRequest,
  collector: ImageCollector,
  tags: TaggedPages | undefined,
): Promise<readonly SourcePage[]> {
  const sources = pages.map((page) => {
    if (!('found' in page)) return sourceOfRecognized(page);
    const { found } = page;
    return {
      ...toSource(page, tags, request.needs.prose),
      images: isPictured(found) ? collector.place(found) : [],
    };
  });
  return request.needs.images ? await withDrawnFigures(file, sources, pages, request, collector) : sources;
}

async function treeOfFile(
  input: Uint8Array,
  request: PdfRequest,
  file: PdfiumFile,
  found: Pin[] | undefined,
): Promise<DocumentResult> {
  const { password } = request.options;
  const { needs } = request;
  const pages: SourcePage[] = [];
  const fields: PagedField[] = [];
  const comments: Comment[] = [];
  const unshown: string[] = [];
  const pins = found ?? [];
  const isWithFiles = found !== undefined;
  const collector = imageCollector(!needs.text);
  const isMasked = needs.images ? maskedStreams(input) : () => false;
  const stated = needs.text ? await readTags(input, password, file) : undefined;
  const tags = stated === 'implausible' ? undefined : stated;
  const needsMarks = tags !== undefined;
  const isRead = needs.text && needs.prose;
  // Before signatures become part of their pages.
  const parts = isRead ? await readPdfParts(file) : [];
  const counts = await readBatches(input, file, request, {
    size: needs.images ? batchPages.images : batchPages.layout,
    read: async (numbers) => await treePages(file, request, numbers, { collector, isMasked, needsMarks }),
    use: async (batch) => {
      appendAll(pages, await styledPages(file, batch, request, collector, tags));
      for (const page of batch) {
        if (!('found' in page)) continue;
        const { pageNum, found } = page;
        appendAll(fields, fieldsOf(pageNum, found.annotations));
        appendAll(pins, pinsOf(pageNum, found.annotations));
        appendAll(comments, commentsOf(pageNum, found.annotations));
        const struck = found.runs.filter((run) => run.strike === true);
        appendAll(unshown, unshownOn(found.annotations, { showsComments: needs.beside, struck }));
      }
    },
  });
  const blank = pages.filter((page) => page.runs.length === 0).map((page) => page.number);
  // A form on the pages shows the same.
  const isOnPages = fields.some(({ type }) => type !== 'signature');
  const xfa = (isRead || needs.details) && !isOnPages ? await readXfaForm(file) : undefined;
  appendAll(fields, xfa?.fields ?? []);
  const attached =
    isRead || needs.beside
      ? await readPdfAttachments(file, input, password, { isMeasured: needs.beside, pins })
      : [];
  const hasMore = isRead && (xfa !== undefined || attached.length > 0);
  const report = await readReport(input, request, { counts, blank, hasMore });
  const shown = [
    ...(needs.beside || isWithFiles ? ['attached file'] : []),
    ...(xfa === undefined ? [] : ['XFA form']),
  ];
  const leftOut = [...unshown, ...parts].filter((part) => !shown.includes(part));
  const info = await readPdfInfo(file, input, password);
  const isShown = ({ number, tables, runs, aside }: SourcePage): boolean =>
    needs.prose || tables.length > 0 || tags?.isPlausible(number, [...runs, ...aside]) === true;
  const laid = layoutTagged(pages.filter(isShown), tags, {
    keepsLines: needs.lines,
    keepsLooks: needs.looks,
    outline: isRead ? await readPdfOutline(file) : [],
  });
  const layout = needs.looks ? { ...laid, blocks: withTableRules(laid.blocks, pages) } : laid;
  return {
    tree: {
      hub: 'document',
      format: 'pdf',
      metadata: needs.details ? await withPdfDetails(info, file, input, password, fields) : info,
      language: needs.beside ? await readPdfLanguage(input, password) : undefined,
      ...(fields.length === 0 ? {} : { form_fields: fields.map(({ page: _, ...field }) => field) }),
      ...(comments.length === 0 ? {} : { comments }),
      attachments: needs.beside ? attached : [],
      ...(counts.hidden.length === 0 ? {} : { hidden_text: counts.hidden.slice(0, MAX_HIDDEN) }),
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
      ...leftOutWarning(countEach(leftOut)),
      ...collector.warnings(),
    ],
  };
}

/**
 * Reads a PDF into a document: its text in reading order, structure and styles.
 *
 * @param pins receives the places of files that are pinned to pages, if all attached files will follow the document
 */
export async function readTree(
  input: Uint8Array,
  request: PdfRequest,
  pins?: Pin[] | undefined,
): Promise<DocumentResult> {
  return await withPdfiumFile(input, request.options.password, (file) =>
    treeOfFile(input, request, file, pins),
  );
}
