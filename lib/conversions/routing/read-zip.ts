import { ConversionError } from '../../errors.ts';
import { appendAll } from '../base/arrays.ts';
import { countWere } from '../base/count-of.ts';
import { detectFormat } from '../detection/detect.ts';
import { describeUnsupported } from '../detection/name-file-type.ts';
import { signatureType } from '../detection/signature-type.ts';
import { noInfo } from '../document/document-info.ts';
import { createDocumentBudget } from '../document/document-limits.ts';
import {
  type AttachedFile,
  type Comment,
  type TreeBlock,
  type TreeImage,
  textRun,
} from '../document/document-tree.ts';
import { embedDocument } from '../document/embed-document.ts';
import { spendBlocks } from '../document/measure-blocks.ts';
import { showsPages } from '../document/page-layout.ts';
import type { Furniture } from '../document/places.ts';
import type { Section } from '../document/sections.ts';
import { documentContent } from '../engine/content.ts';
import type { EngineOutput, RequestContext, Target } from '../engine/engine.ts';
import type { DocumentResult } from '../engine/roles.ts';
import { formats } from '../formats.ts';
import { zipLimits } from '../shared/zip/limits.ts';
import { openZip, type ZipArchive } from '../shared/zip/open-zip.ts';
import { moreSpecific } from './failures.ts';
import { createMemberNames } from './member-names.ts';
import type { RouteTable } from './routes.ts';
import { runRoutes } from './run-plan.ts';

const MAX_FILES = 200;
const MAX_WARNINGS = 50;
const REASONS_SHOWN = 3;
const MB = 1024 * 1024;

/** A file of the archive that could not be read. */
interface Unread {
  readonly file: AttachedFile;
  readonly reason: ConversionError;
}

/** Files are laid out together, so none of them brings pages of its own. */
const memberTarget = (target: Target | undefined): Target =>
  target === undefined || showsPages(target) ? { operation: 'convert', to: 'html' } : target;

/** Reads one file as a document. Throws ConversionError if no engine can. */
async function readMember(
  name: string,
  bytes: Uint8Array,
  table: RouteTable,
  { target, onFailure }: RequestContext,
): Promise<EngineOutput> {
  if (bytes.length === 0) throw new ConversionError('empty_document', 'The file is empty.');
  const from = await detectFormat(bytes, name);
  if (from === undefined)
    throw new ConversionError('unsupported_content', `The file is ${await describeUnsupported(bytes)}.`);
  const routes = table.between(from, { operation: 'read', to: 'document' });
  if (routes.length === 0)
    throw new ConversionError(
      'unsupported_content',
      `A ${from} file in an archive is not read. Convert it by itself.`,
    );
  const plan = { from, target: memberTarget(target), options: {}, routes };
  return (await runRoutes(bytes, plan, { filename: name.slice(name.lastIndexOf('/') + 1), onFailure }))
    .output;
}

/** Unpacks one file; the error if it is encrypted or damaged. A limit ends the whole archive. */
function unpack(archive: ZipArchive, name: string): Uint8Array | ConversionError {
  try {
    return archive.read(name) ?? new ConversionError('corrupt_document', 'The file is missing.');
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'encrypted_document')
      return new ConversionError(
        'encrypted_document',
        'The file is password-protected. Remove the password.',
      );
    if (error instanceof ConversionError && error.code === 'corrupt_document')
      return new ConversionError('corrupt_document', 'The file is damaged in the archive.', { cause: error });
    throw error;
  }
}

async function mimeTypeOf(bytes: Uint8Array): Promise<string> {
  const format = await detectFormat(bytes);
  if (format !== undefined) return formats[format].mimeType;
  return (await signatureType(bytes))?.mime ?? 'application/octet-stream';
}

async function unreadFile(
  name: string,
  bytes: Uint8Array | undefined,
  declaredBytes: number | undefined,
  reason: ConversionError,
): Promise<Unread> {
  const mimeType = bytes === undefined ? 'application/octet-stream' : await mimeTypeOf(bytes);
  return { file: { name, mimeType, bytes: bytes?.length ?? declaredBytes ?? 0 }, reason };
}

const reasonOf = ({ file, reason }: Unread): string => `${file.name}: ${reason.message}`;

/** The error of an archive of which nothing was read: the most specific one of its files, with the first reasons. */
function nothingRead(unread: readonly Unread[]): ConversionError {
  let worst: ConversionError | undefined;
  for (const { reason } of unread) worst = moreSpecific(worst, reason);
  if (worst === undefined) return new ConversionError('empty_document', 'The archive contains no files.');
  const reasons = unread.slice(0, REASONS_SHOWN).map(reasonOf).join(' ');
  const count =
    unread.length > REASONS_SHOWN ? ` These are the first ${REASONS_SHOWN} of ${unread.length} files.` : '';
  return new ConversionError(worst.code, `No file of the archive could be read. ${reasons}${count}`, {
    cause: worst,
  });
}

/** The first warnings, and the number of the others. */
const bounded = (warnings: readonly string[]): string[] =>
  warnings.length <= MAX_WARNINGS
    ? [...warnings]
    : [
        ...warnings.slice(0, MAX_WARNINGS),
        `${countWere(warnings.length - MAX_WARNINGS, 'further warning')} left out.`,
      ];

/** Reads the files of an archive, each with the best of its routes, into one document. */
export async function readZip(
  bytes: Uint8Array,
  table: RouteTable,
  request: RequestContext,
): Promise<DocumentResult> {
  const archive = openZip(bytes, zipLimits, createMemberNames());
  const { names } = archive;
  if (names.length > MAX_FILES)
    throw new ConversionError(
      'too_complex',
      `The archive has ${names.length} files; the limit is ${MAX_FILES}. Split it.`,
    );
  const budget = createDocumentBudget();
  const blocks: TreeBlock[] = [];
  const sections: Section[] = [];
  const notes: (readonly TreeBlock[])[] = [];
  const images: TreeImage[] = [];
  const comments: Comment[] = [];
  const attachments: AttachedFile[] = [];
  const furniture: Furniture[] = [];
  const languages = new Set<string | undefined>();
  const unread: Unread[] = [];
  const warnings: string[] = [];
  let imageBytes = 0;
  let pages: number | null = null;
  let ocrPages = 0;

  function add(name: string, index: number, { content, report }: EngineOutput): void {
    const tree = documentContent(content);
    spendBlocks(tree.blocks, budget);
    for (const note of tree.notes) spendBlocks(note, budget);
    for (const image of tree.images) imageBytes += image.bytes.length;
    if (imageBytes > zipLimits.maxUnpackedBytes)
      throw new ConversionError(
        'too_complex',
        `The images of the archive's files have more than ${zipLimits.maxUnpackedBytes / MB} MB, which is the limit. Split it.`,
      );
    const embedded = embedDocument(tree, {
      key: `${index}`,
      path: name,
      levels: 1,
      images: images.length,
      notes: notes.length,
    });
    if (blocks.length > 0) blocks.push({ kind: 'page_break' });
    const firstBlock = blocks.length;
    blocks.push({ kind: 'heading', level: 1, content: [textRun(name)] });
    appendAll(blocks, embedded.blocks);
    sections.push({
      kind: 'file',
      number: index + 1,
      title: name,
      firstBlock,
      blockCount: blocks.length - firstBlock,
    });
    appendAll(notes, embedded.notes);
    appendAll(images, embedded.images);
    appendAll(comments, embedded.comments);
    appendAll(attachments, embedded.attachments);
    appendAll(furniture, embedded.furniture);
    languages.add(tree.language);
    appendAll(
      warnings,
      (report.warnings ?? []).map((warning) => `${name}: ${warning}`),
    );
    if (typeof report.pages === 'number') pages = (pages ?? 0) + report.pages;
    ocrPages += report.ocr_pages ?? 0;
  }

  for (const [index, name] of names.entries()) {
    const file = unpack(archive, name);
    if (file instanceof ConversionError) {
      unread.push(await unreadFile(name, undefined, archive.declaredBytes(name), file));
      continue;
    }
    const output = await readMember(name, file, table, request).catch((error: unknown) => {
      if (error instanceof ConversionError) return error;
      throw error;
    });
    if (output instanceof ConversionError) unread.push(await unreadFile(name, file, undefined, output));
    else add(name, index, output);
  }
  if (sections.length === 0) throw nothingRead(unread);
  const [language] = languages;
  return {
    tree: {
      hub: 'document',
      fileType: 'zip',
      info: noInfo,
      pages: null,
      language: languages.size === 1 ? language : undefined,
      blocks,
      sections,
      notes,
      images,
      comments,
      furniture,
      attachments: [...unread.map(({ file }) => file), ...attachments],
    },
    pages,
    ocr_pages: ocrPages,
    warnings: bounded([...unread.map(reasonOf), ...warnings]),
  };
}
