import { assembleBlocks } from '../../document/assemble-blocks.ts';
import type { Comment } from '../../document/document-model.ts';
import {
  type DocumentTree,
  inlineText,
  type ReadDocument,
  type TreeBlock,
} from '../../document/document-tree.ts';
import { createImageStore } from '../../document/image-store.ts';
import type { Edges } from '../../shared/geometry/box.ts';
import { leftOutWarnings } from '../../shared/left-out-parts.ts';
import { readOdfComment } from '../../shared/opendocument/comment.ts';
import type { OdfContext } from '../../shared/opendocument/context.ts';
import { createOdfContext, namedStyles } from '../../shared/opendocument/create-context.ts';
import { frameBlocks, isDrawing } from '../../shared/opendocument/frames.ts';
import { pointsOf } from '../../shared/opendocument/lengths.ts';
import { type MasterElements, masterElements } from '../../shared/opendocument/master-elements.ts';
import { openOdf, readOdfProperties } from '../../shared/opendocument/open-package.ts';
import type { OdfStyles } from '../../shared/opendocument/styles.ts';
import {
  createSlides,
  includesNotes,
  onSlide,
  type ReadSlidesOptions,
  slideSize,
} from '../../shared/slides/read-slides.ts';
import { inReadingOrder } from '../../shared/slides/reading-order.ts';
import { createHiddenTexts } from '../../shared/wordprocessing/hidden-texts.ts';
import {
  childOf,
  descendants,
  elementsOf,
  textOfElement,
  type XmlElement,
} from '../../shared/xml/element.ts';

function boxOf(shape: XmlElement): Edges | undefined {
  const { attributes } = shape;
  const [left, top] = [pointsOf(attributes['svg:x']), pointsOf(attributes['svg:y'])];
  const [width, height] = [pointsOf(attributes['svg:width']), pointsOf(attributes['svg:height'])];
  if (left === undefined || top === undefined || width === undefined || height === undefined)
    return undefined;
  return { left, top, right: left + width, bottom: top + height };
}

// LibreOffice's default: 28 by 21 cm.
const USUAL_SIZE = { width: 793.7, height: 595.3 };

/** The size of the slides of a master page. */
function sizeOf(elements: MasterElements | undefined): typeof USUAL_SIZE {
  const properties = childOf(elements?.layout, 'style:page-layout-properties')?.attributes ?? {};
  const [width, height] = ['fo:page-width', 'fo:page-height'].map((side) => pointsOf(properties[side]));
  return slideSize(width, height, USUAL_SIZE);
}

const classOf = (shape: XmlElement): string => shape.attributes['presentation:class'] ?? '';

// Placeholders that repeat content of the master slide.
const furniture = ['date-time', 'footer', 'page-number', 'header', 'page'];

/** The texts of the footers among some shapes. */
const footersOf = (shapes: XmlElement | undefined): string[] =>
  [...elementsOf(shapes)]
    .filter((shape) => isDrawing(shape) && classOf(shape) === 'footer')
    .flatMap((shape) => [...descendants(shape, 'text:p')])
    .map((line) => textOfElement(line).trim());

/** Whether a slide repeats the footer of its master (OpenDocument 1.3, part 3, 20.321). */
const showsMasterFooter = ({ attributes }: XmlElement, styles: OdfStyles): boolean =>
  childOf(styles.element('drawing-page', attributes['draw:style-name']), 'style:drawing-page-properties')
    ?.attributes['presentation:display-footer'] !== 'false';

function titleBlocks(shape: XmlElement, context: OdfContext, isFirst: boolean): TreeBlock[] {
  const content = assembleBlocks(frameBlocks(shape, context)).flatMap((block) =>
    block.kind === 'paragraph' || block.kind === 'heading' ? block.content : [],
  );
  if (inlineText(content).trim() === '') return [];
  return [{ kind: 'heading', level: isFirst ? 1 : 2, content }];
}

/** The shapes of a slide: the title first, then by position. */
function readSlide(slide: XmlElement, context: OdfContext): TreeBlock[] {
  const shapes = [...elementsOf(slide)].filter(
    (shape) => isDrawing(shape) && !furniture.includes(classOf(shape)),
  );
  // The first slide is a title slide only if it has a subtitle.
  const isOpening = context.page === 1 && shapes.some((shape) => classOf(shape) === 'subtitle');
  const placed = (shape: XmlElement, blocks: readonly TreeBlock[]) =>
    onSlide(blocks, context.page ?? 1, boxOf(shape), 1);
  const titles = shapes.filter((shape) => classOf(shape) === 'title');
  const others = shapes.filter((shape) => classOf(shape) !== 'title');
  return [
    ...titles.flatMap((shape) => placed(shape, titleBlocks(shape, context, isOpening))),
    ...inReadingOrder(others, boxOf).flatMap((shape) =>
      placed(shape, assembleBlocks(frameBlocks(shape, context))),
    ),
  ];
}

/** Returns the text of a slide's master that is no placeholder and so shows on the slide; of each master once. */
function createStandingText() {
  const seen = new Set<XmlElement>();
  // Its pictures are decoration.
  const imageStore = createImageStore({ images: false });
  return (master: XmlElement | undefined, context: OdfContext): TreeBlock[] => {
    if (master === undefined || seen.has(master)) return [];
    seen.add(master);
    const shapes = [...elementsOf(master)].filter((shape) => isDrawing(shape) && classOf(shape) === '');
    return shapes.flatMap((shape) => assembleBlocks(frameBlocks(shape, { ...context, imageStore })));
  };
}

/** The comments on a slide (OpenDocument 1.3, part 3, 14.1). */
const commentsOn = (slide: XmlElement, page: number): Comment[] =>
  [...elementsOf(slide)]
    .filter(({ name }) => name === 'office:annotation')
    .map((element) => ({ ...readOdfComment(element), page }))
    .filter(({ text }) => text !== '');

function readNotes(slide: XmlElement, context: OdfContext): TreeBlock[] {
  return [...elementsOf(slide)]
    .filter(({ name }) => name === 'presentation:notes')
    .flatMap((notes) => [...elementsOf(notes)])
    .filter((shape) => classOf(shape) === 'notes')
    .flatMap((shape) => assembleBlocks(frameBlocks(shape, context)));
}

/**
 * Reads an OpenDocument presentation (1.3, part 3) like {@link readPptx}.
 *
 * Throws what {@link openOdf} throws.
 */
export async function readOdp(bytes: Uint8Array, options: ReadSlidesOptions): Promise<ReadDocument> {
  const { needs } = options;
  const hasNotes = includesNotes(options);
  const odf = await openOdf(bytes);
  const styles = namedStyles(odf);
  const imageStore = createImageStore(needs);
  const warnings = new Set<string>();
  // Slides have backgrounds, so that white text is seen.
  const hiddenTexts = createHiddenTexts(options.keepsHidden, () => false);
  const base: OdfContext = {
    ...createOdfContext(odf, styles, imageStore, (warning) => warnings.add(warning)),
    hidden: hiddenTexts,
  };
  const slides = createSlides(options, base.budget);
  let pages = 0;
  const masters = masterElements(odf.optionalPart('styles.xml'));
  const standingText = createStandingText();
  const footers = new Map<string, string>();
  odf.part('content.xml', {
    within: new Set(['office:automatic-styles', 'office:presentation']),
    take: (element, parent) => {
      if (parent === 'office:automatic-styles') styles.add(element);
      if (element.name === 'presentation:footer-decl')
        footers.set(element.attributes['presentation:name'] ?? '', textOfElement(element).trim());
      if (element.name !== 'draw:page') return;
      pages += 1;
      const context: OdfContext = { ...base, page: pages };
      const spoken = hasNotes ? readNotes(element, context) : [];
      for (const comment of commentsOn(element, pages)) {
        context.budget.spend('characters', comment.text.length);
        base.comments.push(comment);
      }
      const elements = masters.get(element.attributes['draw:master-page-name'] ?? '');
      const repeats = showsMasterFooter(element, styles) ? elements?.master : undefined;
      const standing = standingText(elements?.master, context);
      slides.add({
        page: pages,
        size: sizeOf(elements),
        isHidden: styles.style('drawing-page', element.attributes['draw:style-name']).isHidden === true,
        isAnimated: childOf(element, 'anim:par') !== undefined,
        own: readSlide(element, context),
        standing,
        spoken,
        footers: [
          footers.get(element.attributes['presentation:use-footer-name'] ?? '') ?? '',
          ...footersOf(element),
          ...footersOf(repeats),
        ],
      });
    },
  });
  const tree: DocumentTree = {
    hub: 'document',
    format: 'odp',
    metadata: readOdfProperties(odf).metadata,
    ...slides.tree(hiddenTexts.list()),
    notes: base.notes,
    images: imageStore.images,
    comments: base.comments,
    page_count: pages,
  };
  const about = slides.warnings(hiddenTexts.list(), []);
  return {
    tree,
    warnings: [...about, ...warnings, ...leftOutWarnings(odf.archive.names), ...imageStore.warnings()],
  };
}
