import { detectFormat } from '../detection/detect.ts';
import { signatureType } from '../detection/signature-type.ts';
import { noInfo } from '../document/document-info.ts';
import type { AttachedFile } from '../document/document-model.ts';
import type { DocumentResult } from '../engine/roles.ts';
import { ConversionError } from '../errors.ts';
import { decodeHtml } from '../formats/html/decode-html.ts';
import { completePage } from '../formats/html/page-assets.ts';
import { isPageName } from '../formats/html/page-file.ts';
import { formats } from '../formats.ts';
import { zipLimits } from '../shared/zip/limits.ts';
import { openZip, type ZipArchive } from '../shared/zip/open-zip.ts';
import {
  boundedWarnings,
  createCollector,
  MAX_FILES,
  type Reading,
  readMember,
} from './container-reading.ts';
import { moreSpecific } from './failures.ts';
import { createMemberNames } from './member-names.ts';

const REASONS_SHOWN = 3;

/** A file of the archive that could not be read. */
interface Unread {
  readonly file: AttachedFile;
  readonly reason: ConversionError;
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
  const mime_type = bytes === undefined ? 'application/octet-stream' : await mimeTypeOf(bytes);
  return { file: { name, mime_type, bytes: bytes?.length ?? declaredBytes ?? 0 }, reason };
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

/** The web pages of an archive with the style sheets and images that they use, which are no documents of their own. */
function completePages(archive: ZipArchive): {
  readonly complete: ReadonlyMap<string, Uint8Array>;
  /** In lower case. */
  readonly used: ReadonlySet<string>;
} {
  const complete = new Map<string, Uint8Array>();
  const used = new Set<string>();
  const fileOf = (name: string): Uint8Array | undefined => {
    const file = unpack(archive, name);
    return file instanceof ConversionError ? undefined : file;
  };
  for (const name of archive.names.filter(isPageName)) {
    const file = fileOf(name);
    if (file === undefined) continue;
    const page = completePage(decodeHtml(file, undefined).text, name, fileOf);
    if (page.used.size === 0) continue;
    complete.set(name, Buffer.from(`\ufeff${page.html}`));
    for (const path of page.used) used.add(path.toLowerCase());
  }
  return { complete, used };
}

/** Reads the files of an archive, each with the best of its routes, into one document. */
export async function readZip(bytes: Uint8Array, outer: Reading): Promise<DocumentResult> {
  const archive = openZip(bytes, zipLimits, createMemberNames());
  const { names } = archive;
  outer.total.files += names.length;
  if (outer.total.files > MAX_FILES)
    throw new ConversionError(
      'too_complex',
      `The archive has ${names.length} files; the limit is ${MAX_FILES}. Split it.`,
    );
  const reading = { ...outer, isInZip: true };
  const { all, add } = createCollector(1);
  const unread: Unread[] = [];
  const web = completePages(archive);
  for (const [index, name] of names.entries()) {
    if (web.used.has(name.toLowerCase())) continue;
    const file = web.complete.get(name) ?? unpack(archive, name);
    if (file instanceof ConversionError) {
      unread.push(await unreadFile(name, undefined, archive.declaredBytes(name), file));
      continue;
    }
    const output = await readMember(name, file, reading).catch((error: unknown) => {
      if (error instanceof ConversionError) return error;
      throw error;
    });
    if (output instanceof ConversionError) unread.push(await unreadFile(name, file, undefined, output));
    else add(name, index + 1, output, all.blocks.length > 0);
  }
  if (all.sections.length === 0) throw nothingRead(unread);
  const { languages, warnings, attachments, pages, ocrPages, ...content } = all;
  const [language] = languages;
  return {
    tree: {
      hub: 'document',
      format: 'zip',
      metadata: noInfo,
      page_count: null,
      language: languages.size === 1 ? language : undefined,
      ...content,
      attachments: [...unread.map(({ file }) => file), ...attachments],
    },
    pages,
    ocr_pages: ocrPages,
    warnings: boundedWarnings([...unread.map(reasonOf), ...warnings]),
  };
}
