import { appendAll } from '../../../base/arrays.ts';
import { assembleBlocks, type FlatBlock } from '../../../document/assemble-blocks.ts';
import { createDocumentBudget } from '../../../document/document-limits.ts';
import type { DocumentTree, TreeBlock } from '../../../document/document-tree.ts';
import { createImageStore } from '../../../document/image-store.ts';
import type { Target } from '../../../engine/engine.ts';
import { type OfficePackage, openOfficePackage, relatedPart } from '../../../shared/ooxml/open-package.ts';
import { readProperties } from '../../../shared/ooxml/properties.ts';
import { createRelatedBlocks } from '../../../shared/ooxml/related-blocks.ts';
import { createFieldStack } from '../../../shared/wordprocessing/fields.ts';
import { elementsOf, type XmlElement } from '../../../shared/xml/element.ts';
import { readBlocks, readBodyElement } from './body.ts';
import type { DocxContext } from './context.ts';
import { readNumbering } from './numbering.ts';
import type { Carry } from './paragraph.ts';
import { readStyles } from './styles.ts';

/** A document and the warnings about it. */
export interface ReadDocument {
  readonly tree: DocumentTree;
  readonly warnings: readonly string[];
}

type NoteKind = 'footnote' | 'endnote';

/** Numbers notes in the order of their first reference. */
function createNotes(find: (kind: NoteKind, id: string) => XmlElement | undefined): {
  readonly indexOf: (kind: NoteKind, id: string) => number | undefined;
  readonly referred: { readonly kind: NoteKind; readonly element: XmlElement }[];
} {
  const indexes = new Map<string, number>();
  const referred: { kind: NoteKind; element: XmlElement }[] = [];
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

/** Notes of a part by identifier, without separators (ECMA-376 part 1, 17.18.33). */
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

/** Reads page headers and footers, for a document without other content. */
function headersAndFooters(context: DocxContext): FlatBlock[] {
  const flat: FlatBlock[] = [];
  const seen = new Set<string>();
  for (const { type, target, isExternal } of context.office.relationships(context.part).values()) {
    if ((type !== 'header' && type !== 'footer') || isExternal || seen.has(target)) continue;
    seen.add(target);
    const root = context.office.optionalPart(target);
    if (root !== undefined) appendAll(flat, readBlocks(root, { ...context, part: target }));
  }
  return flat;
}

/**
 * Reads a document of WordprocessingML (ECMA-376, transitional and strict).
 *
 * Reads headings, lists, tables, notes, links, images, formulas, text boxes, chart values, diagram text and insertions.
 * Skips deletions, hidden text, comments, and page headers and footers (unless there is nothing else).
 *
 * Throws what {@link openOfficePackage} throws.
 */
export async function readDocx(bytes: Uint8Array, target: Target | undefined): Promise<ReadDocument> {
  const office = await openOfficePackage(bytes, 'word/document.xml');
  const related = office.relationships(office.mainPart);
  const optional = (type: string): XmlElement | undefined => {
    const part = relatedPart(related, type);
    return part === undefined ? undefined : office.optionalPart(part);
  };
  const parts = { footnote: relatedPart(related, 'footnotes'), endnote: relatedPart(related, 'endnotes') };
  let byKind: Record<NoteKind, Map<string, XmlElement>> | undefined;
  const notes = createNotes((kind, id) => {
    byKind ??= { footnote: notesOf(office, parts.footnote), endnote: notesOf(office, parts.endnote) };
    return byKind[kind].get(id);
  });
  const styles = readStyles(optional('styles'));
  const pictures = createImageStore(target);
  const warnings = new Set<string>();
  const context: DocxContext = {
    office,
    part: office.mainPart,
    styles,
    numbering: readNumbering(optional('numbering'), styles),
    pictures,
    related: createRelatedBlocks(office, createDocumentBudget()),
    fields: createFieldStack(),
    noteIndex: notes.indexOf,
    tableDepth: 0,
    warn: (warning) => warnings.add(warning),
    readBlocks,
  };
  let flat: FlatBlock[] = [];
  const carry: Carry = { line: undefined };
  office.part(office.mainPart, {
    within: new Set(['w:body']),
    take: (element) => readBodyElement(element, context, carry, flat),
  });
  if (carry.line !== undefined)
    readBodyElement({ name: 'w:p', attributes: {}, children: [] }, context, carry, flat);
  if (flat.length === 0) flat = headersAndFooters(context);
  const noteBlocks: TreeBlock[][] = [];
  // Reading a note can add references to further notes.
  for (const { kind, element } of notes.referred) {
    const inNote = { ...context, part: parts[kind] ?? context.part, fields: createFieldStack() };
    noteBlocks.push(assembleBlocks(readBlocks(element, inNote)));
  }
  const { info, pages } = readProperties(office);
  const tree: DocumentTree = {
    hub: 'document',
    fileType: 'docx',
    info,
    blocks: assembleBlocks(flat),
    notes: noteBlocks,
    images: pictures.images,
    pages,
  };
  return { tree, warnings: [...warnings, ...pictures.warnings()] };
}
