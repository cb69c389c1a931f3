import { appendAll } from '../base/arrays.ts';
import { countWere } from '../base/count-of.ts';
import { detectFormat } from '../detection/detect.ts';
import { describeUnsupported } from '../detection/name-file-type.ts';
import { createDocumentBudget, type DocumentBudget } from '../document/document-limits.ts';
import type { AttachedFile, Comment, Furniture, Section } from '../document/document-model.ts';
import { type DocumentTree, type TreeBlock, type TreeImage, textRun } from '../document/document-tree.ts';
import { embedDocument } from '../document/embed-document.ts';
import { spendBlocks } from '../document/measure-blocks.ts';
import { documentContent } from '../engine/content.ts';
import type { EngineOutput, RequestContext, Target } from '../engine/engine.ts';
import type { DocumentResult } from '../engine/roles.ts';
import { ConversionError } from '../errors.ts';
import type { Format } from '../formats.ts';
import { zipLimits } from '../shared/zip/limits.ts';
import type { RouteTable } from './routes.ts';
import { runRoutes } from './run-plan.ts';

/** Files that are read into one document, including those in its files. */
export const MAX_FILES = 200;
// Messages in messages.
const MAX_DEPTH = 5;
const MAX_WARNINGS = 50;
const MB = 1024 * 1024;

/** Reads a file with files in it. */
export type ReadContainer = (bytes: Uint8Array, reading: Reading) => Promise<DocumentResult>;

/** How files in a file are read. Those inside of them share its limits. */
export interface Reading {
  readonly table: RouteTable;
  readonly request: RequestContext;
  /** The formats that contain files, which are read with their files. */
  readonly containers: ReadonlyMap<Format, ReadContainer>;
  /** Whether the files of messages are read, or only listed. */
  readonly attachments: 'list' | 'read';
  /** Files around the one that is read: none for the client's own. */
  readonly depth: number;
  readonly isInZip: boolean;
  readonly total: { files: number; bytes: number };
}

/** Throws ConversionError `too_complex` if the files that were read are larger than the limit. */
export function checkTotal({ total }: Reading): void {
  if (total.bytes > zipLimits.maxUnpackedBytes)
    throw new ConversionError(
      'too_complex',
      `Together, the files are larger than ${zipLimits.maxUnpackedBytes / MB} MB, which is the limit. Convert this file separately.`,
    );
}

/** Reads one file as a document. Throws ConversionError if no engine can. */
export async function readMember(name: string, bytes: Uint8Array, outer: Reading): Promise<EngineOutput> {
  const { table, request, containers, total } = outer;
  if (bytes.length === 0) throw new ConversionError('empty_document', 'The file is empty.');
  const from = await detectFormat(bytes, name);
  if (from === undefined)
    throw new ConversionError('unsupported_content', `The file is ${await describeUnsupported(bytes)}.`);
  total.bytes += bytes.length;
  checkTotal(outer);
  const container = from === 'zip' && outer.isInZip ? undefined : containers.get(from);
  if (container !== undefined) return outputOf(await container(bytes, innerReading(outer)));
  const target: Target = request.target ?? { operation: 'convert', to: 'html' };
  const routes = table.between(from, { operation: 'read', to: 'document' });
  if (routes.length === 0)
    throw new ConversionError(
      'unsupported_content',
      `A ${from} file in ${outer.isInZip ? 'an archive' : 'a message'} is not read. Convert it separately.`,
    );
  const filename = name.slice(name.lastIndexOf('/') + 1);
  const { onFailure } = request;
  return (await runRoutes(bytes, { from, target, options: {}, routes }, { filename, onFailure })).output;
}

/** How files in a file in a file are read. Throws ConversionError `too_complex` if they are nested too deeply. */
export function innerReading({ request, depth, ...outer }: Reading): Reading {
  if (depth >= MAX_DEPTH)
    throw new ConversionError(
      'too_complex',
      `The file is nested in more than ${MAX_DEPTH} others, which is the limit. Convert it separately.`,
    );
  return { ...outer, request, depth: depth + 1 };
}

/** A document as engines return it. */
export const outputOf = ({ tree, incomplete: _, ...report }: DocumentResult): EngineOutput => ({
  content: tree,
  report,
});

/** The documents of files, which become parts of one. */
interface Collected {
  readonly blocks: TreeBlock[];
  readonly sections: Section[];
  readonly notes: (readonly TreeBlock[])[];
  readonly images: TreeImage[];
  readonly comments: Comment[];
  readonly attachments: AttachedFile[];
  readonly furniture: Furniture[];
  readonly languages: Set<string | undefined>;
  readonly warnings: string[];
  pages: number | null;
  ocrPages: number;
}

const isHeadingOf = (block: TreeBlock | undefined, name: string): boolean =>
  block?.kind === 'heading' &&
  block.content.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('') === name;

/** Collects the documents of files, each below a heading of `level` with its name. */
export function createCollector(level: number, before?: Pick<DocumentTree, 'notes' | 'images'>) {
  const budget: DocumentBudget = createDocumentBudget();
  let imageBytes = 0;
  const all: Collected = {
    blocks: [],
    sections: [],
    notes: [...(before?.notes ?? [])],
    images: [...(before?.images ?? [])],
    comments: [],
    attachments: [],
    furniture: [],
    languages: new Set(),
    warnings: [],
    pages: null,
    ocrPages: 0,
  };

  function add(name: string, number: number, { content, report }: EngineOutput, isOnNewPage: boolean): void {
    const tree = documentContent(content);
    spendBlocks(tree.blocks, budget);
    for (const note of tree.notes) spendBlocks(note, budget);
    for (const image of tree.images) imageBytes += image.bytes.length;
    if (imageBytes > zipLimits.maxUnpackedBytes)
      throw new ConversionError(
        'too_complex',
        `Together, the images of the files are larger than ${zipLimits.maxUnpackedBytes / MB} MB, which is the limit. Split the file.`,
      );
    // A message is often named after its subject.
    const hasHeading = isHeadingOf(tree.blocks[0], name);
    const embedded = embedDocument(tree, {
      key: `${number - 1}`,
      path: name,
      levels: hasHeading ? level - 1 : level,
      images: all.images.length,
      notes: all.notes.length,
    });
    if (isOnNewPage) all.blocks.push({ kind: 'page_break' });
    const first_block = all.blocks.length;
    if (!hasHeading) all.blocks.push({ kind: 'heading', level, content: [textRun(name)] });
    appendAll(all.blocks, embedded.blocks);
    all.sections.push({
      kind: 'file',
      number,
      title: name,
      first_block,
      block_count: all.blocks.length - first_block,
    });
    appendAll(all.notes, embedded.notes);
    appendAll(all.images, embedded.images);
    appendAll(all.comments, embedded.comments);
    appendAll(all.attachments, embedded.attachments);
    appendAll(all.furniture, embedded.furniture);
    all.languages.add(tree.language);
    appendAll(
      all.warnings,
      (report.warnings ?? []).map((warning) => `${name}: ${warning}`),
    );
    if (typeof report.pages === 'number') all.pages = (all.pages ?? 0) + report.pages;
    all.ocrPages += report.ocr_pages ?? 0;
  }

  return { all, add };
}

/** The first warnings, and the number of the others. */
export const boundedWarnings = (warnings: readonly string[]): string[] =>
  warnings.length <= MAX_WARNINGS
    ? [...warnings]
    : [
        ...warnings.slice(0, MAX_WARNINGS),
        `${countWere(warnings.length - MAX_WARNINGS, 'further warning')} left out.`,
      ];
