import { countWere } from '../../../base/count-of.ts';
import type { Comment } from '../../../document/document-model.ts';
import type { DocumentTree, TreeBlock } from '../../../document/document-tree.ts';
import { type Embedded, embedDocument } from '../../../document/embed-document.ts';
import type { ImageStore } from '../../../document/image-store.ts';
import type { Needs } from '../../../document/needs.ts';
import { ConversionError } from '../../../errors.ts';
import type { OfficePackage } from '../../../shared/ooxml/open-package.ts';
import type { ReviewOptions } from '../../../shared/wordprocessing/review-options.ts';
import { embeddedReaders, formatOf, mediaTypes, type ReadEmbedded } from './embedded-formats.ts';

/** Limits that a document shares with its embedded documents at any depth. */
export interface Nesting {
  /** Number of documents around this one. */
  readonly depth: number;
  /** Embedded documents that can still be read. */
  readonly left: { documents: number };
  /** Bytes unpacked from all archives. */
  readonly unpacked: { bytes: number };
}

// Maximum depth. Word nests documents that were merged repeatedly.
const MAX_DEPTH = 3;
const MAX_DOCUMENTS = 200;

/** Returns the limits of an outermost document. */
export const outermost = (): Nesting => ({
  depth: 0,
  left: { documents: MAX_DOCUMENTS },
  unpacked: { bytes: 0 },
});

/** Context from the surrounding document for reading an embedded one. */
interface Surroundings {
  readonly office: OfficePackage;
  readonly needs: Needs;
  readonly options: ReviewOptions;
  readonly nesting: Nesting;
  readonly imageStore: ImageStore;
  /** Returns the number of notes referenced so far. */
  readonly noteCount: () => number;
  readonly addNote: (blocks: readonly TreeBlock[]) => void;
  readonly spend: (blocks: readonly TreeBlock[]) => void;
  readonly warn: (warning: string) => void;
  /** Reads a docx inside this one. */
  readonly readDocx: (
    bytes: Uint8Array,
    needs: Needs,
    options: ReviewOptions,
    nesting: Nesting,
  ) => Promise<ReadEmbedded>;
}

/** The documents that `w:altChunk` inserts into the text (ECMA-376 part 1, 17.17.2). */
export interface EmbeddedDocuments {
  /** Returns the blocks of the document with this relationship of a part. */
  readonly blocks: (part: string, id: string | undefined) => readonly TreeBlock[];
  /** Returns the comments of the inserted documents. */
  readonly comments: () => readonly Comment[];
}

/**
 * Reads the documents embedded in `parts`, before the text is read. Fetches nothing. An unreadable document becomes a warning.
 * Throws ConversionError `too_complex` if a limit of the whole document is exceeded.
 */
export async function readEmbeddedDocuments(
  parts: readonly string[],
  surroundings: Surroundings,
): Promise<EmbeddedDocuments> {
  const { office, needs, options, nesting, imageStore, spend, warn } = surroundings;
  const trees = new Map<string, DocumentTree>();
  const shown = new Map<string, Embedded>();
  const mediaTypeOf = mediaTypes(office);
  let unread = 0;
  let tooDeep = 0;

  async function readPart(part: string): Promise<ReadEmbedded | undefined> {
    const bytes = office.archive.read(part);
    const format = bytes === undefined ? undefined : formatOf(bytes, mediaTypeOf(part));
    if (bytes === undefined || format === undefined) return undefined;
    if (format === 'docx')
      return await surroundings.readDocx(bytes, needs, options, { ...nesting, depth: nesting.depth + 1 });
    return await embeddedReaders[format](bytes, needs, options);
  }

  async function add(part: string): Promise<void> {
    if (nesting.depth >= MAX_DEPTH || nesting.left.documents <= 0) {
      tooDeep += 1;
      return;
    }
    nesting.left.documents -= 1;
    try {
      const read = await readPart(part);
      if (read === undefined) unread += 1;
      else trees.set(part, read.tree);
      for (const warning of read?.warnings ?? []) warn(warning);
    } catch (error) {
      if (!(error instanceof ConversionError) || error.code === 'too_complex') throw error;
      if (error.code !== 'empty_document') unread += 1;
    }
  }

  const known = new Set<string>();
  for (const part of parts) {
    for (const { type, target: name, isExternal } of office.relationships(part).values()) {
      if (type !== 'aFChunk' || isExternal || known.has(name)) continue;
      known.add(name);
      await add(name);
    }
  }
  if (unread > 0)
    warn(
      `${countWere(unread, 'embedded document')} omitted: the format is not read, or the part is damaged.`,
    );
  if (tooDeep > 0)
    warn(
      `${countWere(tooDeep, 'embedded document')} omitted: at most ${MAX_DOCUMENTS} are read, nested at most ${MAX_DEPTH} deep.`,
    );

  /** Inserts a document; its images and notes follow the ones collected so far. */
  function show(name: string, tree: DocumentTree): Embedded {
    const images = imageStore.images.length;
    for (const [index, { bytes, metafile }] of tree.images.entries())
      imageStore.place({ key: `${name}#${index}`, read: () => metafile?.bytes ?? bytes, alt: '' });
    const notes = surroundings.noteCount();
    const embedded = embedDocument(tree, { key: name, path: name, levels: 0, images, notes });
    for (const note of embedded.notes) {
      spend(note);
      surroundings.addNote(note);
    }
    return embedded;
  }

  return {
    blocks: (part, id) => {
      const related = id === undefined ? undefined : office.relationships(part).get(id);
      if (related?.isExternal === true) warn('Embedded documents outside of the file were not fetched.');
      const tree = related === undefined ? undefined : trees.get(related.target);
      if (related === undefined || tree === undefined) return [];
      const embedded = shown.get(related.target) ?? show(related.target, tree);
      shown.set(related.target, embedded);
      spend(embedded.blocks);
      return embedded.blocks;
    },
    comments: () => [...shown.values()].flatMap(({ comments }) => comments),
  };
}
