import { appendAll } from '../../../base/arrays.ts';
import { createPendingAnchors } from '../../../document/anchors.ts';
import { assembleBlocks, type FlatBlock } from '../../../document/assemble-blocks.ts';
import { createDocumentBudget } from '../../../document/document-limits.ts';
import type { FormField, Furniture } from '../../../document/document-model.ts';
import type { DocumentTree, Paper, ReadDocument, TreeBlock } from '../../../document/document-tree.ts';
import { hiddenWarnings } from '../../../document/hidden-text.ts';
import { createImageStore } from '../../../document/image-store.ts';
import { settleLanguages } from '../../../document/languages.ts';
import { spendBlocks } from '../../../document/measure-blocks.ts';
import type { Needs } from '../../../document/needs.ts';
import { cellText } from '../../../document/plain-text.ts';
import { chartLinksIn, leftOutWarnings } from '../../../shared/left-out-parts.ts';
import { type OfficePackage, openOfficePackage, relatedPart } from '../../../shared/ooxml/open-package.ts';
import { readProperties } from '../../../shared/ooxml/properties.ts';
import { createRelatedBlocks } from '../../../shared/ooxml/related-blocks.ts';
import { createFieldStack, emptyFieldWarnings } from '../../../shared/wordprocessing/fields.ts';
import { createHiddenTexts } from '../../../shared/wordprocessing/hidden-texts.ts';
import { createPageFurniture } from '../../../shared/wordprocessing/page-furniture.ts';
import { commentNote } from '../../../shared/wordprocessing/review.ts';
import { noReview, type ReviewOptions } from '../../../shared/wordprocessing/review-options.ts';
import { isOn } from '../../../shared/wordprocessing/run-style.ts';
import { childOf, descend, elementsOf, type XmlElement } from '../../../shared/xml/element.ts';
import { readBlocks, readBodyElement } from './body.ts';
import { createComments } from './comments.ts';
import { type DocxContext, inPart } from './context.ts';
import { type Nesting, outermost, readEmbeddedDocuments } from './embedded-documents.ts';
import { legacyField } from './form-fields.ts';
import { twipsIn } from './lengths.ts';
import { readNumbering } from './numbering.ts';
import { hasDrawingsBehind } from './paint.ts';
import type { Carry } from './paragraph.ts';
import { readStyles } from './styles.ts';
import { withoutRepeatedCaptions } from './table-captions.ts';

type NoteKind = 'footnote' | 'endnote' | 'comment';

/** A note of this document, or of one embedded in it. */
type Note =
  | { readonly kind: NoteKind; readonly element: XmlElement }
  | { readonly kind: 'embedded'; readonly blocks: readonly TreeBlock[] };

/** Numbers notes in the order of their first reference. */
function createNotes(find: (kind: NoteKind, id: string) => XmlElement | undefined): {
  readonly indexOf: (kind: NoteKind, id: string) => number | undefined;
  readonly referred: Note[];
} {
  const indexes = new Map<string, number>();
  const referred: Note[] = [];
  return {
    indexOf: (kind, id) => {
      const key = `${kind} ${id}`;
      const known = indexes.get(key);
      if (known !== undefined) return known;
      const element = find(kind, id);
      if (element === undefined) return undefined;
      referred.push({ kind, element });
      indexes.set(key, referred.length - 1);
      return referred.length - 1;
    },
    referred,
  };
}

/** Notes or comments of a part by identifier, without separators (ECMA-376 part 1, 17.18.33). */
function notesOf(office: OfficePackage, part: string | undefined): Map<string, XmlElement> {
  const notes = new Map<string, XmlElement>();
  const root = part === undefined ? undefined : office.optionalPart(part);
  for (const note of elementsOf(root)) {
    const type = note.attributes['w:type'];
    const id = note.attributes['w:id'];
    if (id !== undefined && (type === undefined || type === 'normal')) notes.set(id, note);
  }
  return notes;
}

/** The names of the parts of page headers and footers, each once. */
function pagePartNames(
  office: OfficePackage,
): { readonly kind: 'header' | 'footer'; readonly part: string }[] {
  const kinds = new Map<string, 'header' | 'footer'>();
  for (const { type, target, isExternal } of office.relationships(office.mainPart).values())
    if ((type === 'header' || type === 'footer') && !isExternal && !kinds.has(target))
      kinds.set(target, type);
  return [...kinds].map(([part, kind]) => ({ kind, part }));
}

/** The parts of page headers and footers. */
function* pageParts({ office }: DocxContext) {
  for (const { kind, part } of pagePartNames(office)) {
    const root = office.optionalPart(part);
    if (root !== undefined) yield { kind, part, root };
  }
}

/** Reads page headers and footers, for a document without other content. */
function headersAndFooters(context: DocxContext): FlatBlock[] {
  const flat: FlatBlock[] = [];
  for (const { part, root } of pageParts(context)) appendAll(flat, readBlocks(root, { ...context, part }));
  return flat;
}

/** The texts of page headers and footers, each once. */
function furnitureOf(context: DocxContext): Furniture[] {
  const furniture = createPageFurniture();
  for (const { kind, part, root } of pageParts(context))
    furniture.add(kind, assembleBlocks(readBlocks(root, inPart(context, part))));
  return furniture.list();
}

interface Body {
  readonly flat: readonly FlatBlock[];
  /** That of the first section. */
  readonly paper: Paper | undefined;
}

/** The size of the pages of a section, if its properties have one (ECMA-376 part 1, 17.6.13). */
function paperOf(properties: XmlElement | undefined): Paper | undefined {
  const size = childOf(properties, 'w:pgSz');
  const [width, height] = [twipsIn(size, 'w:w'), twipsIn(size, 'w:h')];
  return width === undefined || height === undefined ? undefined : { width: width / 20, height: height / 20 };
}

/** Reads the body. The properties of a section follow its content. */
function readBody(context: DocxContext): Body {
  const { office } = context;
  const flat: FlatBlock[] = [];
  let firstSection: XmlElement | undefined;
  const carry: Carry = { line: undefined };
  office.part(office.mainPart, {
    within: new Set(['w:body']),
    take: (element) => {
      readBodyElement(element, context, carry, flat);
      firstSection ??= element.name === 'w:p' ? descend(element, 'w:pPr', 'w:sectPr') : undefined;
      if (element.name === 'w:sectPr') firstSection ??= element;
    },
  });
  if (carry.line !== undefined)
    readBodyElement({ name: 'w:p', attributes: {}, children: [] }, context, carry, flat);
  return { flat: flat.length === 0 ? headersAndFooters(context) : flat, paper: paperOf(firstSection) };
}

/**
 * Reads a document of WordprocessingML (ECMA-376, transitional and strict).
 *
 * Reads headings, lists, tables, notes, links, images, formulas, text boxes, chart values, diagram text and insertions.
 * Skips page headers and footers (unless there is nothing else). By default it keeps insertions, skips deletions and leaves
 * comments and text that nobody can see out of the text.
 *
 * Throws what {@link openOfficePackage} throws.
 */
export async function readDocx(
  bytes: Uint8Array,
  needs: Needs,
  options: ReviewOptions = noReview(),
  nesting: Nesting = outermost(),
): Promise<ReadDocument> {
  const office = await openOfficePackage(bytes, 'word/document.xml', nesting);
  const related = office.relationships(office.mainPart);
  const optional = (type: string): XmlElement | undefined => {
    const part = relatedPart(related, type);
    return part === undefined ? undefined : office.optionalPart(part);
  };
  const parts = {
    footnote: relatedPart(related, 'footnotes'),
    endnote: relatedPart(related, 'endnotes'),
    comment: relatedPart(related, 'comments'),
  };
  const byKind = new Map<NoteKind, Map<string, XmlElement>>();
  const findNote = (kind: NoteKind, id: string): XmlElement | undefined => {
    const known = byKind.get(kind) ?? notesOf(office, parts[kind]);
    byKind.set(kind, known);
    return known.get(id);
  };
  const notes = createNotes(findNote);
  const comments = createComments((id) => findNote('comment', id));
  const styles = readStyles(optional('styles'));
  const imageStore = createImageStore(needs);
  const warnings = new Set<string>();
  const form_fields: FormField[] = [];
  const emptyFields = new Set<string>();
  const budget = createDocumentBudget();
  const addFormField: DocxContext['addFormField'] = !needs.beside
    ? undefined
    : (field) => {
        if (field === undefined) return;
        budget.spend('characters', field.value?.length ?? 0);
        form_fields.push(field);
      };
  const settings = optional('settings');
  const pageParts = pagePartNames(office).map(({ part }) => part);
  const hidden = createHiddenTexts(
    options.hidden === 'keep',
    () =>
      isOn(childOf(settings, 'w:displayBackgroundShape')) !== true &&
      !hasDrawingsBehind(office, office.mainPart, pageParts),
  );
  const warn = (warning: string): void => {
    warnings.add(warning);
  };
  const embedded = await readEmbeddedDocuments(
    [office.mainPart, ...Object.values(parts).filter((part) => part !== undefined), ...pageParts],
    {
      office,
      needs,
      options,
      nesting,
      imageStore,
      noteCount: () => notes.referred.length,
      addNote: (blocks) => notes.referred.push({ kind: 'embedded', blocks }),
      spend: (blocks) => spendBlocks(blocks, budget),
      warn,
      readDocx,
    },
  );
  const context: DocxContext = {
    office,
    part: office.mainPart,
    styles,
    numbering: readNumbering(optional('numbering'), styles),
    imageStore,
    related: createRelatedBlocks(office, budget),
    fields: createFieldStack(
      (form, shown) => addFormField?.(legacyField(form, shown)),
      (name) => emptyFields.add(name),
    ),
    addFormField,
    anchors: createPendingAnchors(),
    noteIndex: notes.indexOf,
    changes: options.tracked_changes,
    comments,
    writesComments: options.comments === 'notes',
    tableDepth: 0,
    hidden,
    backing: 'page',
    embedded,
    warn,
    readBlocks,
  };
  const { flat, paper } = readBody(context);
  const blocksOfNote = (kind: NoteKind, element: XmlElement): TreeBlock[] =>
    assembleBlocks(readBlocks(element, inPart(context, parts[kind] ?? context.part)));
  const noteBlocks: (readonly TreeBlock[])[] = [];
  // Reading a note can add references to further notes.
  for (const note of notes.referred) {
    if (note.kind === 'embedded') {
      noteBlocks.push(note.blocks);
      continue;
    }
    const { kind, element } = note;
    const blocks = blocksOfNote(kind, element);
    noteBlocks.push(
      kind === 'comment' ? commentNote(element.attributes['w:author'] ?? null, blocks) : blocks,
    );
  }
  const commentText = (element: XmlElement): string => cellText({ blocks: blocksOfNote('comment', element) });
  const blocks = withoutRepeatedCaptions(assembleBlocks(flat));
  const tree: DocumentTree = {
    hub: 'document',
    format: 'docx',
    ...readProperties(office),
    ...settleLanguages({ blocks, notes: noteBlocks }),
    images: imageStore.images,
    paper,
    ...(needs.beside
      ? {
          comments: [...comments.list(commentText), ...embedded.comments()],
          form_fields,
          furniture: furnitureOf(context),
          hidden_text: hidden.list(),
        }
      : {}),
  };
  return {
    tree,
    warnings: [
      ...warnings,
      ...emptyFieldWarnings(emptyFields),
      ...leftOutWarnings(office.archive.names, chartLinksIn(office.archive)),
      ...hiddenWarnings(hidden.list()),
      ...imageStore.warnings(),
    ],
  };
}
