import { countWere } from '../../base/count-of.ts';
import { withAnchors } from '../../document/anchors.ts';
import { assembleBlocks } from '../../document/assemble-blocks.ts';
import { createDocumentBudget } from '../../document/document-limits.ts';
import type { Comment, HiddenText, Section } from '../../document/document-model.ts';
import type { DocumentTree, TreeBlock } from '../../document/document-tree.ts';
import { hiddenWarnings } from '../../document/hidden-text.ts';
import { createImageStore } from '../../document/image-store.ts';
import { spendBlocks } from '../../document/measure-blocks.ts';

import { ConversionError } from '../../errors.ts';
import { chartLinksIn, leftOutWarnings } from '../../shared/left-out-parts.ts';
import { EMU_PER_POINT } from '../../shared/ooxml/emu.ts';
import { type OfficePackage, openOfficePackage, relatedPart } from '../../shared/ooxml/open-package.ts';
import { readProperties } from '../../shared/ooxml/properties.ts';
import { createRelatedBlocks } from '../../shared/ooxml/related-blocks.ts';
import { withoutOffSlide } from '../../shared/slides/off-slide.ts';
import {
  includesNotes,
  notesQuote,
  onSlide,
  type ReadSlides,
  type ReadSlidesOptions,
  slideSection,
  slideSizes,
  slideWarnings,
  withFooters,
} from '../../shared/slides/read-slides.ts';
import {
  childOf,
  descend,
  descendants,
  elementsOf,
  textOfElement,
  type XmlElement,
} from '../../shared/xml/element.ts';
import { createSlideComments } from './comments.ts';
import { createLayouts, placeholderOf } from './layouts.ts';
import { readShapes, type SlideContext, textContext } from './shapes.ts';
import { slideSize } from './slide-size.ts';
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

/** Options of the PPTX reader. */
interface ReadPptxOptions extends ReadSlidesOptions {
  /** Whether text beyond the edges of its slide is read. */
  readonly keepsHidden: boolean;
}

/**
 * Reads a PresentationML presentation (ECMA-376, transitional and strict): slides in order, each with its title as a
 * heading, its shapes in reading order and its notes.
 *
 * Throws what `openOfficePackage` throws, and ConversionError `corrupt_document` if no slide can be read.
 */
export async function readPptx(bytes: Uint8Array, options: ReadPptxOptions): Promise<ReadSlides> {
  const { needs } = options;
  const hasNotes = includesNotes(options);
  const office = await openOfficePackage(bytes, 'ppt/presentation.xml');
  const layoutOf = createLayouts(office);
  const imageStore = createImageStore(needs);
  const budget = createDocumentBudget();
  const related = createRelatedBlocks(office, budget);
  const blocks: TreeBlock[] = [];
  const sections: Section[] = [];
  const hidden: number[] = [];
  const damaged: number[] = [];
  const standingParts = new Set<string>();
  const comments: Comment[] = [];
  const footers = new Set<string>();
  const unseen: HiddenText[] = [];
  const linked = new Set<string>();
  const size = slideSize(office.part(office.mainPart));
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
    const isHidden = ['0', 'false'].includes(root.attributes.show ?? '1');
    if (isHidden) hidden.push(page);
    const layout = layoutOf(part);
    const context: SlideContext = { office, part, layout, imageStore, page, related, linked };
    const spoken = hasNotes ? notesQuote(readNotes(context), page) : [];
    // Slides can share notes.
    spendBlocks(spoken, budget);
    for (const comment of commentsOn(part, page)) {
      budget.spend('characters', comment.text.length);
      comments.push(comment);
    }
    for (const text of footersOf(shapes)) footers.add(text);
    const read = readShapes(shapes, context).flatMap((shape) =>
      onSlide(shape.blocks, page, shape.box, EMU_PER_POINT),
    );
    // An animation may move a shape onto its slide.
    const keeps = options.keepsHidden || childOf(root, 'p:timing') !== undefined;
    const own = keeps ? read : withoutOffSlide(read, size, unseen);
    if (blocks.length > 0) blocks.push({ kind: 'page_break', page });
    const firstBlock = blocks.length;
    const standing = standingText(context, root, standingParts);
    for (const block of [...own, ...standing, ...spoken]) blocks.push({ ...block, page });
    sections.push(slideSection(blocks, firstBlock, page, isHidden));
  }
  if (parts.length > 0 && damaged.length === parts.length) {
    throw new ConversionError(
      'corrupt_document',
      'All slides of the presentation are damaged. Save or export it again.',
    );
  }
  for (const { number, first_block, block_count } of sections) {
    const [part, first] = [parts[number - 1], blocks[first_block]];
    if (part !== undefined && first !== undefined && block_count > 0 && linked.has(part))
      blocks[first_block] = withAnchors(first, [part]);
  }
  const tree: DocumentTree = {
    hub: 'document',
    format: 'pptx',
    metadata: readProperties(office).metadata,
    ...withFooters(blocks, sections, footers),
    notes: [],
    images: imageStore.images,
    comments,
    hidden_text: unseen,
    page_count: parts.length,
    pages: slideSizes(parts.length, size),
  };
  const warnings = [
    ...slideWarnings(hidden, damaged),
    ...(repeated === 0
      ? []
      : [
          `${countWere(repeated, 'repeated slide')} left out: the presentation lists a slide more than once. Duplicate the slide in PowerPoint to show it again.`,
        ]),
    ...hiddenWarnings(unseen, 'slide'),
    ...leftOutWarnings(office.archive.names, chartLinksIn(office.archive)),
    ...imageStore.warnings(),
  ];
  return { tree, warnings };
}
