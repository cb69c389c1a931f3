import { countWere } from '../../base/count-of.ts';
import { withAnchors } from '../../document/anchors.ts';
import { assembleBlocks } from '../../document/assemble-blocks.ts';
import { createDocumentBudget } from '../../document/document-limits.ts';
import type { Comment } from '../../document/document-model.ts';
import type { DocumentTree, ReadDocument, TreeBlock } from '../../document/document-tree.ts';
import { createImageStore } from '../../document/image-store.ts';
import { ConversionError } from '../../errors.ts';
import { chartLinksIn, leftOutWarnings } from '../../shared/left-out-parts.ts';
import { EMU_PER_POINT } from '../../shared/ooxml/emu.ts';
import { type OfficePackage, openOfficePackage, relatedPart } from '../../shared/ooxml/open-package.ts';
import { readProperties } from '../../shared/ooxml/properties.ts';
import { createRelatedBlocks } from '../../shared/ooxml/related-blocks.ts';
import {
  createSlides,
  includesNotes,
  onSlide,
  type ReadSlidesOptions,
  slideSize,
} from '../../shared/slides/read-slides.ts';
import {
  childOf,
  descend,
  descendants,
  elementsOf,
  integerOf,
  textOfElement,
  type XmlElement,
} from '../../shared/xml/element.ts';
import { createSlideComments } from './comments.ts';
import { createLayouts, placeholderOf } from './layouts.ts';
import { readShapes, type SlideContext, textContext } from './shapes.ts';
import { readTextBody } from './text-body.ts';

/** Unique part names of the slides in presentation order, without missing slides, and how many more times they are listed. */
function slideParts(office: OfficePackage): { readonly parts: readonly string[]; readonly repeated: number } {
  const related = office.relationships(office.mainPart);
  const listed = childOf(office.part(office.mainPart), 'p:sldIdLst');
  const parts = [...elementsOf(listed)].flatMap(({ attributes }) => {
    const target = related.get(attributes['r:id'] ?? '');
    return target === undefined || target.isExternal ? [] : [target.target];
  });
  const once = [...new Set(parts)];
  return { parts: once, repeated: parts.length - once.length };
}

// ECMA-376 part 1, 19.2.1.39: 10 by 7.5 inches.
const USUAL_SIZE = { width: 720, height: 540 };

/** Whether all text of a shape is fields: the date or the number of the page of notes, which LibreOffice writes without a placeholder. */
const hasOnlyFields = (shape: XmlElement): boolean =>
  [...descendants(shape, 'a:fld')].length > 0 &&
  [...descendants(shape, 'a:r')].every((run) => textOfElement(childOf(run, 'a:t')).trim() === '');

function readNotes(context: SlideContext): TreeBlock[] {
  const part = relatedPart(context.office.relationships(context.part), 'notesSlide');
  const root = part === undefined ? undefined : context.office.optionalPart(part);
  if (part === undefined || root === undefined) return [];
  const text = { ...textContext({ ...context, part }, undefined), inherited: () => undefined };
  const shown = [...descendants(root, 'p:sp')]
    // Without a placeholder it is a text box that the author put on the page.
    .filter((shape) => ['body', undefined].includes(placeholderOf(shape)?.type) && !hasOnlyFields(shape))
    .flatMap((shape) => assembleBlocks(readTextBody(childOf(shape, 'p:txBody'), text)));
  const frames = [...descendants(root, 'p:graphicFrame')];
  const tables = readShapes({ ...root, children: frames }, { ...context, part });
  return [...shown, ...tables.flatMap(({ blocks }) => blocks)];
}

/** The footers of a slide, which are no text of its own. */
const footersOf = (tree: XmlElement): string[] =>
  [...descendants(tree, 'p:sp')]
    .filter((shape) => placeholderOf(shape)?.type === 'ftr')
    .map((shape) => [...descendants(childOf(shape, 'p:txBody'), 'a:t')].map(textOfElement).join('').trim())
    .filter((text) => text !== '');

const hidesMaster = (root: XmlElement | undefined): boolean =>
  ['0', 'false'].includes(root?.attributes.showMasterSp ?? '1');

/** The text of a slide's layout and master that is no placeholder and so shows on the slide; of each part once. */
function standingText(context: SlideContext, root: XmlElement, seen: Set<string>): TreeBlock[] {
  const { layout, master } = context.layout.levels;
  const levels = hidesMaster(root) ? [] : hidesMaster(layout.root) ? [layout] : [layout, master];
  return levels.flatMap((level) => {
    const tree = descend(level.root, 'p:cSld', 'p:spTree');
    if (level.part === undefined || tree === undefined || seen.has(level.part)) return [];
    seen.add(level.part);
    const own = tree.children.filter(
      (child) => typeof child !== 'string' && placeholderOf(child) === undefined,
    );
    // Its pictures are decoration.
    const imageStore = createImageStore({ images: false });
    const shapes = readShapes({ ...tree, children: own }, { ...context, part: level.part, imageStore });
    return shapes.flatMap(({ blocks }) => blocks);
  });
}

/**
 * Reads a PresentationML presentation (ECMA-376, transitional and strict): slides in order, each with its title as a
 * heading, its shapes in reading order and its notes.
 *
 * Throws what `openOfficePackage` throws, and ConversionError `corrupt_document` if no slide can be read.
 */
export async function readPptx(bytes: Uint8Array, options: ReadSlidesOptions): Promise<ReadDocument> {
  const { needs } = options;
  const hasNotes = includesNotes(options);
  const office = await openOfficePackage(bytes, 'ppt/presentation.xml');
  const layoutOf = createLayouts(office);
  const imageStore = createImageStore(needs);
  const budget = createDocumentBudget();
  const related = createRelatedBlocks(office, budget);
  const slides = createSlides(options, budget);
  const damaged: number[] = [];
  const standingParts = new Set<string>();
  const comments: Comment[] = [];
  const linked = new Set<string>();
  const stated = childOf(office.part(office.mainPart), 'p:sldSz');
  const [width, height] = ['cx', 'cy'].map((side) => {
    const units = integerOf(stated, side);
    return units === undefined ? undefined : units / EMU_PER_POINT;
  });
  const size = slideSize(width, height, USUAL_SIZE);
  const commentsOn = createSlideComments(office);
  const { parts, repeated } = slideParts(office);
  for (const [index, part] of parts.entries()) {
    const page = index + 1;
    const root = office.optionalPart(part);
    const shapes = descend(root, 'p:cSld', 'p:spTree');
    if (root === undefined || shapes === undefined) {
      damaged.push(page);
      continue;
    }
    const layout = layoutOf(part);
    const context: SlideContext = { office, part, layout, imageStore, page, related, linked };
    const spoken = hasNotes ? readNotes(context) : [];
    for (const comment of commentsOn(part, page)) {
      budget.spend('characters', comment.text.length);
      comments.push(comment);
    }
    const own = readShapes(shapes, context).flatMap((shape) =>
      onSlide(shape.blocks, page, shape.box, EMU_PER_POINT),
    );
    slides.add({
      page,
      size,
      isHidden: ['0', 'false'].includes(root.attributes.show ?? '1'),
      isAnimated: childOf(root, 'p:timing') !== undefined,
      own,
      standing: standingText(context, root, standingParts),
      spoken,
      footers: footersOf(shapes),
    });
  }
  if (parts.length > 0 && damaged.length === parts.length) {
    throw new ConversionError(
      'corrupt_document',
      'All slides of the presentation are damaged. Save or export it again.',
    );
  }
  const { blocks } = slides;
  for (const { number, first_block, block_count } of slides.sections) {
    const [part, first] = [parts[number - 1], blocks[first_block]];
    if (part !== undefined && first !== undefined && block_count > 0 && linked.has(part))
      blocks[first_block] = withAnchors(first, [part]);
  }
  const tree: DocumentTree = {
    hub: 'document',
    format: 'pptx',
    metadata: readProperties(office).metadata,
    ...slides.tree(),
    notes: [],
    images: imageStore.images,
    comments,
    page_count: parts.length,
    pages: parts.map((_, index) => ({ number: index + 1, ...size })),
  };
  const warnings = [
    ...slides.warnings([], damaged),
    ...(repeated === 0
      ? []
      : [
          `${countWere(repeated, 'repeated slide')} left out: the presentation lists a slide more than once. Duplicate the slide in PowerPoint to show it again.`,
        ]),
    ...leftOutWarnings(office.archive.names, chartLinksIn(office.archive)),
    ...imageStore.warnings(),
  ];
  return { tree, warnings };
}
