import { ConversionError } from '../../../errors.ts';
import { assembleBlocks } from '../../document/assemble-blocks.ts';
import { createDocumentBudget } from '../../document/document-limits.ts';
import type { DocumentTree, TreeBlock } from '../../document/document-tree.ts';
import { createImageStore } from '../../document/image-store.ts';
import { spendBlocks } from '../../document/measure-blocks.ts';
import { type OfficePackage, openOfficePackage, relatedPart } from '../../shared/ooxml/open-package.ts';
import { readProperties } from '../../shared/ooxml/properties.ts';
import { createRelatedBlocks } from '../../shared/ooxml/related-blocks.ts';
import { notesQuote, type ReadSlides, type ReadSlidesOptions } from '../../shared/slides/read-slides.ts';
import { childOf, descend, descendants, elementsOf } from '../../shared/xml/element.ts';
import { createLayouts, placeholderOf } from './layouts.ts';
import { readShapes, type SlideContext, textContext } from './shapes.ts';
import { readTextBody } from './text-body.ts';

/** Unique part names of the slides in presentation order, without missing slides. */
function slideParts(office: OfficePackage): string[] {
  const related = office.relationships(office.mainPart);
  const listed = childOf(office.part(office.mainPart), 'p:sldIdLst');
  const parts = [...elementsOf(listed)].flatMap(({ attributes }) => {
    const target = related.get(attributes['r:id'] ?? '');
    return target === undefined || target.isExternal ? [] : [target.target];
  });
  return [...new Set(parts)];
}

function readNotes(context: SlideContext): TreeBlock[] {
  const part = relatedPart(context.office.relationships(context.part), 'notesSlide');
  const root = part === undefined ? undefined : context.office.optionalPart(part);
  if (part === undefined || root === undefined) return [];
  const text = { ...textContext({ ...context, part }, undefined), inherited: () => undefined };
  return [...descendants(root, 'p:sp')]
    .filter((shape) => placeholderOf(shape)?.type === 'body')
    .flatMap((shape) => assembleBlocks(readTextBody(childOf(shape, 'p:txBody'), text)));
}

const listed = (numbers: readonly number[]): string =>
  numbers.length > 10
    ? `${numbers.slice(0, 10).join(', ')} and ${numbers.length - 10} more`
    : numbers.join(', ');

/**
 * Reads a PresentationML presentation (ECMA-376, transitional and strict): slides in order, each with its title as a
 * heading, its shapes in reading order and its notes.
 *
 * Throws what `openOfficePackage` throws, and ConversionError `corrupt_document` if no slide can be read.
 */
export async function readPptx(bytes: Uint8Array, { notes, target }: ReadSlidesOptions): Promise<ReadSlides> {
  const office = await openOfficePackage(bytes, 'ppt/presentation.xml');
  const layoutOf = createLayouts(office);
  const pictures = createImageStore(target);
  const budget = createDocumentBudget();
  const related = createRelatedBlocks(office, budget);
  const blocks: TreeBlock[] = [];
  const hidden: number[] = [];
  const damaged: number[] = [];
  const parts = slideParts(office);
  for (const [index, part] of parts.entries()) {
    const page = index + 1;
    const root = office.optionalPart(part);
    const shapes = descend(root, 'p:cSld', 'p:spTree');
    if (root === undefined || shapes === undefined) {
      damaged.push(page);
      continue;
    }
    if (['0', 'false'].includes(root.attributes.show ?? '1')) hidden.push(page);
    const context: SlideContext = { office, part, layout: layoutOf(part), pictures, page, related };
    const own = readShapes(shapes, context).flatMap((shape) => shape.blocks);
    const spoken = notes ? notesQuote(readNotes(context), page) : [];
    // Slides can share notes.
    spendBlocks(spoken, budget);
    if (blocks.length > 0) blocks.push({ kind: 'page_break', page });
    for (const block of [...own, ...spoken]) blocks.push({ ...block, page });
  }
  if (parts.length > 0 && damaged.length === parts.length) {
    throw new ConversionError(
      'corrupt_document',
      'All slides of the presentation are damaged. Save or export it again.',
    );
  }
  const { info } = readProperties(office);
  const tree: DocumentTree = {
    hub: 'document',
    fileType: 'pptx',
    info,
    blocks,
    notes: [],
    images: pictures.images,
    pages: parts.length,
  };
  const warnings = [
    ...(hidden.length > 0 ? [`Hidden slides are included: ${listed(hidden)}.`] : []),
    ...(damaged.length > 0 ? [`Damaged slides could not be read: ${listed(damaged)}.`] : []),
    ...pictures.warnings(),
  ];
  return { tree, warnings };
}
